import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BackupTask } from '#server/backups/backup-task.ts';
import { checkArchive } from '#server/backups/check-archive.ts';
import { runBackupProcess } from '#server/backups/run-backup-process.ts';
import { createFileStorage } from '#server/storage/file-storage.ts';
import { fillDatabase, fillStorage } from '#tests/support/backups.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { testSecret } from '#tests/support/secret.ts';
import { query } from '#tests/support/site-state.ts';

const megabyte = 1024 ** 2;

let database: TestDatabase;
let directory: string;
let source: BackupTask['source'];

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'backup-process-'));
  source = {
    ...{ connectionString: database.connectionString, secret: testSecret, passphrase: undefined },
    ...{ dataDirectory: directory, objectStorage: undefined },
    site: { version: '1.0.0', url: 'http://localhost' },
  };
  await fillDatabase(database.connectionString);
  // More than all the buffers on the way hold.
  await fillStorage(createFileStorage(source), { videoBytes: 24 * megabyte });
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const folder = () => path.join(directory, 'backups');
const nightly = () => ({
  ...{ directory: folder(), objectStorage: undefined, timeZone: 'UTC' },
  retention: { days: 7, weeks: 4, months: 6 },
  keptSince: new Date(0),
});

const listPlaced = () => readdir(folder()).catch(() => []);

const listLocks = () =>
  query(
    database.connectionString,
    `select from pg_locks where locktype = 'advisory' and objid = 7201146
     and database = (select oid from pg_database where datname = current_database())`,
  );

it('waits for a slow reader, and is whole', async () => {
  const { content, result } = runBackupProcess({ source });
  // Nothing is taken from the pipe before it is full: nothing more comes for a moment.
  content.once('readable', () => {});
  let before = 0;
  await expect
    .poll(() => {
      const isFull = before > 0 && content.readableLength === before;
      before = content.readableLength;
      return isFull;
    })
    .toBe(true);
  const bytes = await buffer(content);
  expect(await result).toMatchObject({ outcome: 'made', size: bytes.length, missingFiles: 0 });
  expect(bytes.length).toBeGreaterThan(20 * megabyte);
  await expect(checkArchive(Readable.from([bytes]), undefined)).resolves.toBeDefined();
});

it('that is given up takes away what it has begun, and lets the next one be made', async () => {
  const blocking = new pg.Client({ connectionString: database.connectionString });
  await blocking.connect();
  await blocking.query('begin; lock table leads');
  const { result, stop } = runBackupProcess({ source, nightly: nightly() });
  await expect.poll(listPlaced).toEqual([expect.stringMatching(/\.unfinished$/)]);
  stop();
  expect(await result).toEqual({ outcome: 'failed', reason: 'It was cut off (1).' });
  await blocking.end();
  expect(await listPlaced()).toEqual([]);
  await expect.poll(listLocks).toEqual([]);
  const next = runBackupProcess({ source, nightly: nightly() });
  expect(await next.result).toMatchObject({ outcome: 'made', removed: 0 });
  expect(await listPlaced()).toHaveLength(1);
});

it('says what is wrong, whatever that is', async () => {
  const nowhere = { ...source, connectionString: 'postgres://127.0.0.1:9/site' };
  const refused = runBackupProcess({ source: nowhere });
  expect(await buffer(refused.content)).toHaveLength(0);
  expect(await refused.result).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
});
