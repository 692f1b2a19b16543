import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Journal, openJournal } from './journal.ts';
import { markRetentionMs } from './records.ts';

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

/** A second one on the same folder stands for the next process: the first one counts as killed. */
async function open(now?: () => Date): Promise<Journal> {
  const journal = await openJournal({ directory, log, ...(now && { now }) });
  opened.push(journal);
  return journal;
}

const files = async () => (await readdir(directory)).sort();
const contents = async () =>
  (await Promise.all((await files()).map((name) => readFile(join(directory, name), 'utf8')))).join(
    '',
  );

it('has on disk what it says it received, though nobody closed it', async () => {
  const killed = await open();
  await killed.receive('lead:1', { words: 'hello' });
  const next = await open();
  expect(next.listPending()).toMatchObject([{ submission: 'lead:1', payload: { words: 'hello' } }]);
});

it('keeps all of many that come at once', async () => {
  const journal = await open();
  const keys = Array.from({ length: 200 }, (_, index) => `lead:${index}`);
  await Promise.all(keys.map((key) => journal.receive(key, { key })));
  const next = await open();
  expect(next.listPending().map(({ submission }) => submission)).toEqual(keys);
});

it('passes over a torn last line and goes on after it', async () => {
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

it('remembers mails after their submissions are settled, and forgets the words', async () => {
  const journal = await open();
  await journal.receive('lead:1', { words: 'private' });
  await journal.markMailed('lead:1:notice');
  await journal.settle('lead:1');
  await journal.close();
  expect(await contents()).not.toContain('private');
  const next = await open();
  expect(next.listPending()).toEqual([]);
  expect(next.isMailed('lead:1:notice')).toBe(true);
});

it('remembers a mail that was handed over, until what became of it is known', async () => {
  const killed = await open();
  for (const key of ['lead:1:notice', 'lead:2:notice', 'lead:3:notice'])
    await killed.markHandedOver(key);
  await killed.markMailed('lead:2:notice');
  await killed.endHandover('lead:3:notice');
  const next = await open();
  const states = ['1', '2', '3'].map((id) => next.isHandedOver(`lead:${id}:notice`));
  expect(states).toEqual([true, false, false]);
  expect(next.isMailed('lead:2:notice')).toBe(true);
});

it('leaves no file when there is nothing to remember', async () => {
  const journal = await open();
  await journal.receive('lead:1', {});
  await journal.settle('lead:1');
  await journal.close();
  expect(await files()).toEqual([]);
});

it('forgets mails after their time', async () => {
  const journal = await open(() => new Date('2026-01-01'));
  await journal.markMailed('lead:1:notice');
  const soon = new Date(Date.parse('2026-01-01') + markRetentionMs - 1);
  expect((await open(() => soon)).isMailed('lead:1:notice')).toBe(true);
  const later = new Date(Date.parse('2026-01-01') + markRetentionMs + 1);
  expect((await open(() => later)).isMailed('lead:1:notice')).toBe(false);
});

it('adds up old and new files when a process died between writing one and removing the other', async () => {
  const received = (key: string) =>
    `${JSON.stringify({ type: 'received', submission: key, at: '2026-01-01T00:00:00.000Z', payload: {} })}\n`;
  const settled = `${JSON.stringify({ type: 'settled', submission: 'lead:1', at: '2026-01-01T00:00:01.000Z' })}\n`;
  await writeFile(
    join(directory, '00000001.ndjson'),
    received('lead:1') + settled + received('lead:2'),
  );
  await writeFile(join(directory, '00000002.ndjson'), received('lead:2'));
  const journal = await open();
  expect(journal.listPending().map(({ submission }) => submission)).toEqual(['lead:2']);
  expect(await files()).toEqual(['00000003.ndjson']);
});

it('does not drop a line that a newer version wrote', async () => {
  await writeFile(
    join(directory, '00000001.ndjson'),
    '{"type":"from the future","words":"kept"}\n',
  );
  const { unknownRecords } = await open();
  expect(await contents()).toContain('kept');
  expect(unknownRecords).toBe(1);
});

it('says so when it cannot write, and writes again when it can', async () => {
  const journal = await open();
  await rm(directory, { recursive: true });
  await expect(journal.receive('lead:1', {})).rejects.toThrow('ENOENT');
  expect(journal.listPending()).toEqual([]);
  await expect(journal.markMailed('lead:9:notice')).rejects.toThrow('ENOENT');
  expect(journal.isMailed('lead:9:notice')).toBe(true);
  expect(journal.failedAt()).toBeInstanceOf(Date);

  await mkdir(directory);
  await journal.receive('lead:1', {});
  expect(journal.failedAt()).toBeUndefined();
  expect(await contents()).toContain('lead:1');
});

it.each([['lead:1', 'lead:2'], ['lead:1']])(
  'writes down what the disk had refused, with what comes next or at its end: %j',
  async (...kept) => {
    const journal = await open();
    await rm(directory, { recursive: true });
    await expect(journal.receive('lead:1', {})).rejects.toThrow('ENOENT');
    journal.hold('lead:1', { words: 'held' });
    expect(journal.listPending()).toHaveLength(1);
    await mkdir(directory);
    for (const next of kept.slice(1)) {
      await journal.receive(next, {});
      await expect.poll(contents).toContain('held');
    }
    await journal.close();
    const next = await open();
    expect(next.listPending().map(({ submission }) => submission)).toEqual(kept);
  },
);

it('stays short, however many mails it has seen settle', async () => {
  const journal = await open();
  for (let round = 0; round < 30; round += 1) {
    const keys = Array.from({ length: 50 }, (_, index) => `lead:${round}-${index}`);
    await Promise.all(keys.map((key) => journal.receive(key, {})));
    await Promise.all(keys.map((key) => journal.settle(key)));
  }
  await journal.receive('lead:last', {});
  expect((await contents()).trim().split('\n')).toHaveLength(1);
});
