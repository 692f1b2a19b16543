import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import {
  type Member,
  type SeveralProcesses,
  startSeveral,
} from '#tests/support/processes-behind-nginx.ts';
import { samplePdf } from '#tests/support/sample-files.ts';
import { until } from '#tests/support/site-process.ts';
import { createTusClient } from '#tests/support/tus-client.ts';
import { scriptBefore, unpackVersionBefore } from '#tests/support/version-before.ts';

let site: SeveralProcesses;
/** The previous version and this one, in that order. */
let sides: { name: string; member: Member }[];
let kept: Awaited<ReturnType<typeof unpackVersionBefore>>;
let cookie: string;
let slots: string[];

beforeAll(async () => {
  site = await startSeveral();
  kept = await unpackVersionBefore(path.join(site.directory, 'version-before'));
  const [before, now] = site.members;
  sides = [
    { name: 'the previous version', member: before },
    { name: 'this version', member: now },
  ];
  // The previous version runs alone first and stores some data.
  await (await before.start(kept.command)).untilReady();
  cookie = await signIn(before);
  const sent = await call(before, 'POST', '/api/leads', contactBody({ name: 'From Before' }));
  expect(sent.status).toBe(201);
  const from = new Date(Date.now() + 3 * 24 * 3_600_000);
  const to = new Date(from.getTime() + 14 * 24 * 3_600_000);
  const span = `from=${from.toISOString()}&to=${to.toISOString()}`;
  slots = (await (await call(before, 'GET', `/api/availability?${span}`)).json()).slots;

  await (await now.start()).untilReady();
  await site.openProxy();
});
afterAll(() => site[Symbol.asyncDispose]());

/** The version in package.json before CHANGELOG.md had version headings. */
const lastUnnamed = '0.1.0';

const call = ({ url }: Member, method: string, pathname: string, body?: unknown) =>
  fetch(url + pathname, {
    method,
    headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function signIn(member: Member): Promise<string> {
  const answer = await call(member, 'POST', '/api/auth/sign-in/email', mentor);
  expect(answer.status).toBe(200);
  return toCookie(answer.headers.getSetCookie());
}

const readJson = async (member: Member, pathname: string) => {
  const answer = await call(member, 'GET', pathname);
  expect(answer.status, pathname).toBe(200);
  return answer.json();
};

/** Both directions between the two versions. */
const ways = [
  [0, 1],
  [1, 0],
] as const;
const sideAt = (index: number): Member => {
  const side = sides[index];
  if (!side) throw new Error('No such side');
  return side.member;
};

it('the fixture has the previous version that CHANGELOG.md names', async () => {
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const [now, before = lastUnnamed] = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
    ([, version]) => version,
  );
  expect(JSON.parse(await readFile('package.json', 'utf8'))).toMatchObject({ version: now });
  expect(kept, 'CONTRIBUTING.md explains how to keep a version').toMatchObject({ version: before });
});

it('reads data that the previous version has written', async () => {
  for (const { member } of sides) {
    const { items } = await readJson(member, '/api/leads');
    expect(items).toContainEqual(expect.objectContaining({ name: 'From Before' }));
  }
});

it.each(ways)(
  'messages and bookings of side %i can be read and changed at side %i',
  async (from, to) => {
    const [one, other] = [sideAt(from), sideAt(to)];
    const lead = contactBody({ name: `Visitor of ${from}` });
    expect((await call(one, 'POST', '/api/leads', lead)).status).toBe(201);
    expect((await call(other, 'POST', '/contact.php', lead)).status).toBe(200);
    const { items: leads } = await readJson(other, '/api/leads');
    expect(leads).toContainEqual(expect.objectContaining({ id: lead.id }));
    expect((await call(other, 'DELETE', `/api/leads/${lead.id}`)).status).toBe(204);

    const email = `visitor-${randomUUID()}@example.com`;
    const session = sessionBody({ email, booking_date: slots.shift() });
    expect((await call(one, 'POST', '/api/bookings', session)).status).toBe(201);
    const taken = sessionBody({ email, booking_date: session.booking_date });
    expect((await call(other, 'POST', '/api/bookings', taken)).status).toBe(409);
    const { items: bookings } = await readJson(other, '/api/bookings');
    expect(bookings).toContainEqual(expect.objectContaining({ id: session.id }));
    expect((await call(other, 'DELETE', `/api/bookings/${session.id}`)).status).toBe(204);
  },
);

it.each(ways)(
  'content and settings of side %i are shown and can be changed at side %i',
  async (from, to) => {
    const [one, other] = [sideAt(from), sideAt(to)];
    const event = { id: randomUUID(), title: `Meeting of ${from}`, date: '2099-01-02' };
    expect((await call(one, 'POST', '/api/events', event)).status).toBe(201);
    const { items } = await readJson(other, '/api/events');
    const { version } = items.find(({ id }: { id: string }) => id === event.id);
    const title = `Meeting of ${from}, changed by ${to}`;
    const { id: _, ...fields } = event;
    const changed = await call(other, 'PATCH', `/api/events/${event.id}`, {
      ...fields,
      title,
      version,
    });
    expect(changed.status, await changed.text()).toBe(204);
    for (const member of [one, other]) {
      await until('both pages to show it', async () =>
        (await (await call(member, 'GET', '/community')).text()).includes(title),
      );
    }

    const before = await readJson(one, '/api/settings/site');
    const saved = await call(one, 'PUT', '/api/settings/site', {
      version: before.version,
      value: { ...before.value, name: `Gold ${from}` },
    });
    expect(saved.status).toBe(200);
    await until('the other side to have the setting', async () =>
      (await (await call(other, 'GET', '/about')).text()).includes(`Gold ${from}`),
    );
  },
);

it.each(ways)('a file uploaded to side %i is served by side %i', async (from, to) => {
  const content = samplePdf();
  const tus = createTusClient((pathname, init) =>
    fetch(sideAt(from).url + pathname, { ...init, headers: { ...init.headers, Cookie: cookie } }),
  );
  const answer = await tus.upload(content, { kind: 'freebie', filename: 'guide.pdf' });
  expect(answer.status).toBe(200);
  const { url } = await answer.json();
  const record = { id: randomUUID(), title: 'Guide', file_url: url };
  expect((await call(sideAt(to), 'POST', '/api/freebies', record)).status).toBe(201);
  const served = await call(sideAt(to), 'GET', url);
  expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
});

it('serves every script of a page, whichever version rendered the page', async () => {
  const scripts = new Set([scriptBefore]);
  for (const { member } of sides) {
    const html = await (await call(member, 'GET', '/')).text();
    for (const [found] of html.matchAll(/\/assets\/[\w.-]+\.js/g)) scripts.add(found);
  }
  expect((await call(sideAt(1), 'GET', scriptBefore)).status).toBe(404);
  for (const script of scripts) {
    // The proxy caches encodings separately, so each one reaches the next process.
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'Accept-Encoding': encoding };
      expect((await site.client.send('GET', script, { headers })).status, script).toBe(200);
    }
  }
});

it('sends every mail once, whichever version created its job', async () => {
  await until('an empty outbox', async () => {
    const [row] = await site.query(
      `select count(*)::int as count from mail_deliveries where status = 'queued'`,
    );
    return row.count === 0;
  });
  const mails = site.receiver.received.map(({ mail }) => mail.messageId);
  expect(mails.length).toBeGreaterThan(4);
  expect(mails.length).toBe(new Set(mails).size);
});

it('causes no errors in either version', async () => {
  for (const { name, member } of sides) {
    expect((await call(member, 'GET', '/readyz')).status, name).toBe(200);
    const errors = member
      .process()
      .output()
      .split('\n')
      .filter((line) => /"level":"?(?:error|fatal|50|60)/.test(line));
    expect(errors, name).toEqual([]);
  }
});

it('lets the previous version return and use what this one has written', async () => {
  const [before, now] = [sideAt(0), sideAt(1)];
  expect(await before.process().end('SIGTERM')).toBe(0);
  const lead = contactBody({ name: 'From After' });
  expect((await call(now, 'POST', '/api/leads', lead)).status).toBe(201);
  expect(await now.process().end('SIGTERM')).toBe(0);
  await (await before.start(kept.command)).untilReady();
  const { items } = await readJson(before, '/api/leads');
  expect(items).toContainEqual(expect.objectContaining({ id: lead.id }));
  expect((await call(before, 'POST', '/api/leads', contactBody())).status).toBe(201);
});
