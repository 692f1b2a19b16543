import { describe, expect, it } from 'vitest';
import { findFaults, findReachedFiles } from './check-imports.ts';
import { type Import, readImports } from './imports/read-imports.ts';

const bookingServer = 'src/features/booking/server/book.ts';
const leadServer = 'src/features/leads/server/submit.ts';
const bookingIndex = 'src/features/booking/server/index.ts';
const leadIndex = 'src/features/leads/server/index.ts';

const imports = (from: string, to: string, how: Partial<Import> = {}): Import => ({
  from,
  to,
  isType: false,
  isApart: false,
  ...how,
});

describe('the reader', () => {
  const read = (code: string) =>
    readImports('src/routes/home.tsx', code).map(({ to, isType, isApart }) => [
      to,
      ...(isType ? ['type'] : []),
      ...(isApart ? ['apart'] : []),
    ]);

  it.each([
    [`import { a } from '#rules/a.ts';`, ['src/rules/a.ts']],
    [`import { type A, a } from '../rules/a.ts';`, ['src/rules/a.ts']],
    [`import { type A, type B } from '#ui/a.ts';`, ['src/ui/a.ts', 'type']],
    [`import '#platform/log/log.ts';`, ['src/platform/log/log.ts']],
    [`export * from './a.ts';`, ['src/routes/a.ts']],
    [`export type { A } from '#content/a.ts';`, ['content/a.ts', 'type']],
    [`const late = () => import('./a.ts');`, ['src/routes/a.ts', 'apart']],
    [`type A = typeof import('./a.ts');`, ['src/routes/a.ts', 'type', 'apart']],
    [`import code from '#document/a.ts?inline-script';`, ['src/document/a.ts', 'apart']],
  ])('the reader reads %s', (code, found) => {
    expect(read(code)).toEqual([found]);
  });

  it('leaves out packages and generated types', () => {
    expect(
      read(`import 'zod'; import 'node:fs'; import type { Route } from './+types/home';`),
    ).toEqual([]);
  });
});

describe('directions', () => {
  it.each([
    ['src/features/booking/rules/slots.ts', 'src/rules/zod.ts'],
    ['src/features/booking/rules/slots.ts', 'src/features/offers/rules/index.ts'],
    ['src/features/booking/ui/slots.tsx', 'src/ui/button.tsx'],
    ['src/routes/home.tsx', 'src/server/page-context.ts'],
    [bookingServer, 'src/platform/db/client.ts'],
    [bookingServer, leadIndex],
    ['src/platform/db/schema/lead-schema.ts', 'src/features/leads/rules/index.ts'],
    ['src/routes/admin-page.tsx', 'src/features/leads/ui/admin/index.ts'],
    ['src/features/leads/ui/admin/lead-card.tsx', 'src/features/admin-ui/ui/index.ts'],
  ])('directions let %s import %s', (from, to) => {
    expect(findFaults([imports(from, to)])).toEqual([]);
  });

  it.each([
    ['src/rules/zod.ts', 'src/features/booking/rules/index.ts'],
    ['src/features/booking/rules/slots.ts', bookingServer],
    ['src/platform/db/client.ts', bookingIndex],
    ['src/ui/button.tsx', 'src/features/booking/ui/index.ts'],
    ['content/site.ts', bookingIndex],
    ['src/server/site.ts', 'src/routes/home.tsx'],
    [bookingServer, 'tests/support/site.ts'],
    ['src/features/booking/slots.ts', 'src/rules/zod.ts'],
    ['src/platform/jobs/jobs.ts', 'src/features/leads/rules/index.ts'],
    ['src/routes/contact.tsx', 'src/features/leads/ui/admin/index.ts'],
    ['src/features/leads/ui/contact-form.tsx', 'src/features/admin-ui/ui/index.ts'],
  ])('directions keep %s from %s', (from, to) => {
    expect(findFaults([imports(from, to)])).toEqual([
      expect.stringContaining(`${from} imports ${to}: `),
    ]);
  });

  it('directions let pages import only types from the server', () => {
    const from = 'src/features/leads/ui/form.tsx';
    expect(findFaults([imports(from, bookingIndex, { isType: true })])).toEqual([]);
    expect(findFaults([imports(from, bookingIndex)])).toEqual([
      `${from} imports ${bookingIndex}: features/*/ui may import only types from features/*/server.`,
    ]);
  });
});

describe('cycles', () => {
  it('cycles are reported at the direction with fewer imports', () => {
    const back = imports(leadServer, bookingIndex);
    const forth = ['a.ts', 'b.ts'].map((file) =>
      imports(`src/features/booking/server/${file}`, leadIndex),
    );
    expect(findFaults([back, ...forth])).toEqual([
      `${leadServer} imports ${bookingIndex}: closes the cycle of features/booking/server, features/leads/server.`,
      `${leadServer} imports ${bookingIndex}: closes the cycle of booking, leads.`,
    ]);
  });

  it('cycles are found by way of other folders, and apart from each other', () => {
    const step = (from: string, to: string) =>
      imports(`src/platform/${from}/x.ts`, `src/platform/${to}/x.ts`);
    const graph = [
      step('a', 'b'),
      step('b', 'c'),
      step('c', 'a'),
      step('c', 'd'),
      step('d', 'e'),
      step('e', 'd'),
      step('e', 'f'),
    ];
    const cycles = findFaults(graph).map((fault) => fault.replace(/.*closes/, 'closes'));
    expect(cycles).toEqual([
      'closes the cycle of platform/a, platform/b, platform/c.',
      'closes the cycle of platform/d, platform/e.',
    ]);
  });

  it('cycles are no matter within a folder', () => {
    const [a, b] = ['src/platform/db/a.ts', 'src/platform/db/private/b.ts'];
    expect(findFaults([imports(a, b), imports(b, a)])).toEqual([]);
  });
});

describe('topics', () => {
  it('topics may not import each other, even without a cycle of folders', () => {
    const panel = 'src/features/booking/ui/panel.tsx';
    const leadUi = 'src/features/leads/ui/index.ts';
    const forth = imports(panel, leadUi);
    expect(findFaults([forth])).toEqual([]);
    const faults = findFaults([forth, imports(leadServer, bookingIndex)]);
    expect(faults).toEqual([expect.stringContaining('closes the cycle of booking, leads.')]);
  });
});

describe('an index', () => {
  it('an index is the only entry to the folder of another topic', () => {
    for (const from of [bookingServer, 'src/server/site.ts']) {
      expect(findFaults([imports(from, leadServer)])).toEqual([
        `${from} imports ${leadServer}: another topic is imported through its ${leadIndex}.`,
      ]);
      expect(findFaults([imports(from, leadIndex)])).toEqual([]);
    }
  });

  it('an index is not needed within a topic, and for modules that are loaded on their own', () => {
    const form = 'src/features/leads/ui/form.tsx';
    expect(findFaults([imports(form, leadServer, { isType: true })])).toEqual([]);
    expect(findFaults([imports(bookingServer, leadServer, { isApart: true })])).toEqual([]);
  });
});

it('a page reaches the files that it loads as values, not types and lazy modules', () => {
  const [page, form, field] = ['src/routes/contact.tsx', 'src/ui/form.tsx', 'src/ui/field.tsx'];
  const graph = [
    imports(page, form),
    imports(form, field),
    imports(field, form),
    imports(form, leadIndex, { isType: true }),
    imports(page, 'src/ui/chart.tsx', { isApart: true }),
  ];
  expect([...findReachedFiles(graph, page)]).toEqual([page, form, field]);
});
