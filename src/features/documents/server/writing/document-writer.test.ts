import { expect, it } from 'vitest';
import type { StoredDocument } from '#features/documents/rules/stored-document.ts';
import { createDocumentWriter } from './document-writer.ts';

const toStored = (number: string, name = 'Zoë O’Neill'): StoredDocument => ({
  kind: 'receipt',
  number,
  issuedAt: '2026-11-27T08:00:37.265Z',
  timeZone: 'Africa/Johannesburg',
  seller: { name: 'Seller', legalStatus: '', address: '', phone: '', email: '' },
  buyer: { name, email: '' },
  lines: [],
  totalCents: 45_001,
});

/** A writer whose files end when the test says so, and how often it was called. */
function createSlowWriter() {
  const calls: { number: string; end: () => void }[] = [];
  const write = createDocumentWriter(({ number, buyer }) => {
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    calls.push({ number, end: () => resolve(Buffer.from(`${number} ${buyer.name}`)) });
    return promise;
  });
  return { calls, write };
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

it('writes one document at a time, and each once for all who ask', async () => {
  const { calls, write } = createSlowWriter();
  const asked = [1, 2, 1, 2, 1].map((number) => write(toStored(`RCT-2026-000${number}`)));
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.end();
  await asked[0];
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.end();
  const [first, second] = ['RCT-2026-0001 Zoë O’Neill', 'RCT-2026-0002 Zoë O’Neill'];
  expect((await Promise.all(asked)).map(text)).toEqual([first, second, first, second, first]);
  expect(text(await write(toStored('RCT-2026-0001')))).toBe(first);
  expect(calls.map(({ number }) => number)).toEqual(['RCT-2026-0001', 'RCT-2026-0002']);
});

it('writes a document again once its buyer was erased', async () => {
  const { calls, write } = createSlowWriter();
  for (const name of ['Zoë O’Neill', '']) {
    const written = write(toStored('RCT-2026-0001', name));
    await expect.poll(() => calls.length).toBe(name ? 1 : 2);
    calls.at(-1)?.end();
    expect(text(await written)).toBe(`RCT-2026-0001 ${name}`);
  }
});

it('tries again after a failure', async () => {
  let isBroken = true;
  const write = createDocumentWriter(async () => {
    if (isBroken) throw new Error('The font is unreadable');
    return Buffer.from('PDF');
  });
  await expect(write(toStored('RCT-2026-0001'))).rejects.toThrow('unreadable');
  isBroken = false;
  expect(text(await write(toStored('RCT-2026-0001')))).toBe('PDF');
});
