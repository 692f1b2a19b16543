import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Journal, openJournal } from './journal.ts';

const log = pino({ level: 'silent' });
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
  await rm(directory, { recursive: true, force: true });
});

const opened: Journal[] = [];

/** A second journal on the same folder acts as the next process; the first one counts as killed. */
async function open(): Promise<Journal> {
  const journal = await openJournal({ directory, log });
  opened.push(journal);
  return journal;
}

const files = async () => (await readdir(directory)).sort();
const contents = async () =>
  (await Promise.all((await files()).map((name) => readFile(join(directory, name), 'utf8')))).join(
    '',
  );

it('writes received submissions to the disk before it is closed', async () => {
  const killed = await open();
  await killed.receive('lead:1', { words: 'hello' });
  const next = await open();
  expect(next.listPending()).toMatchObject([{ submission: 'lead:1', payload: { words: 'hello' } }]);
});

it('stores many that arrive at the same time', async () => {
  const journal = await open();
  const keys = Array.from({ length: 200 }, (_, index) => `lead:${index}`);
  await Promise.all(keys.map((key) => journal.receive(key, { key })));
  const next = await open();
  expect(next.listPending().map(({ submission }) => submission)).toEqual(keys);
});

it('skips a torn last line and continues after it', async () => {
  const killed = await open();
  await killed.receive('lead:1', {});
  const [name = ''] = await files();
  await appendFile(join(directory, name), '{"type":"received","submission":"lead:2","pay');
  const next = await open();
  expect(next.listPending()).toHaveLength(1);
  await next.receive('lead:3', {});
  const last = await open();
  expect(last.listPending().map(({ submission }) => submission)).toEqual(['lead:1', 'lead:3']);
});

it('remembers an email until its submission is settled, and then forgets both', async () => {
  const killed = await open();
  await killed.receive('lead:1', { words: 'private' });
  await killed.receive('lead:2', {});
  await killed.markMailed('lead:1:notice');
  const next = await open();
  expect(next.isMailed('lead:1:notice')).toBe(true);
  await next.settle(['lead:1']);
  expect(next.isMailed('lead:1:notice')).toBe(false);
  expect(await contents()).not.toMatch(/private|notice/);
  expect((await open()).listPending()).toMatchObject([{ submission: 'lead:2' }]);
});

it('leaves no file if there is nothing to remember', async () => {
  const journal = await open();
  await journal.receive('lead:1', {});
  await journal.settle(['lead:1']);
  expect(await files()).toEqual([]);
});

it('throws while it cannot write, and recovers', async () => {
  const journal = await open();
  await rm(directory, { recursive: true });
  await expect(journal.receive('lead:1', {})).rejects.toThrow('ENOENT');
  expect(journal.listPending()).toEqual([]);
  await journal.markMailed('lead:9:notice');
  expect(journal.isMailed('lead:9:notice')).toBe(true);
  expect(journal.failedAt()).toBeInstanceOf(Date);

  await mkdir(directory);
  await journal.receive('lead:1', {});
  expect(journal.failedAt()).toBeUndefined();
  expect(await contents()).toContain('lead:1');
});

it('writes what the disk rejected when closing at the latest', async () => {
  const journal = await open();
  await rm(directory, { recursive: true });
  await expect(journal.receive('lead:1', {})).rejects.toThrow('ENOENT');
  journal.hold('lead:1', { words: 'held' });
  expect(journal.listPending()).toHaveLength(1);
  await mkdir(directory);
  await journal.close();
  expect((await open()).listPending()).toMatchObject([{ payload: { words: 'held' } }]);
});

it('erases submissions from the disk too', async () => {
  const journal = await open();
  await journal.receive('lead:1', { of: 'jane' });
  await journal.receive('lead:2', { of: 'ben' });
  const gone = await journal.erase(({ payload }) => payload.of === 'jane');
  expect(gone.map(({ submission }) => submission)).toEqual(['lead:1']);
  expect(await contents()).not.toContain('jane');
  expect(await contents()).toContain('ben');
});
