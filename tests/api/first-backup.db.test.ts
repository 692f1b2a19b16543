import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFolderPlace } from '#server/backups/folder-place.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { endedByRestore } from '#server/db/snapshot/open-snapshot.ts';
import { createFileStorage, type FileStorage } from '#server/storage/file-storage.ts';
import { namedFiles, nasty, readFiles, readWaitingJobs } from '#tests/support/backups.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

/**
 * A backup that the first version made, with what tests/support/backups.ts had then. Every version must
 * restore it, so it is never made again.
 */
const firstBackup = 'tests/fixtures/backup-of-1.0.0.tar.zst.age';
const passphrase = 'the first of its kind';

let directory: string;
let database: TestDatabase;
let storage: FileStorage;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'first-backup-'));
  database = await createTestDatabase();
  storage = createFileStorage({ dataDirectory: directory, objectStorage: undefined });
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

it('restores a backup of the first version: rows, files, mails and secret', async () => {
  const { connectionString } = database;
  const { manifest, secret } = await restoreBackup({
    ...{ place: openFolderPlace(path.dirname(firstBackup)), name: path.basename(firstBackup) },
    ...{ connectionString, storage, passphrase, isReplacing: false },
  });
  expect(manifest).toMatchObject({ format: 1, site: { version: '1.0.0' } });
  expect(secret).toBe('a secret of a site that nobody runs any more');

  const files = manifest.entries.filter(({ path: entry }) => entry.startsWith('files/'));
  expect(await readFiles(storage)).toEqual(
    Object.fromEntries(files.map((file) => [file.path.replace('files/', ''), file.sha256])),
  );
  expect(files).toHaveLength(namedFiles.length);
  expect(await readWaitingJobs(connectionString)).toHaveLength(1);

  const [leads] = await query(
    connectionString,
    `select count(*)::int, bool_and(starts_with(message, $1)) as is_whole from leads`,
    [nasty],
  );
  expect(leads).toEqual({ count: 500, is_whole: true });
  expect(await query(connectionString, 'select features from courses')).toEqual([
    { features: ['one', nasty, 'NULL', 'a,b'] },
  ]);
  // What signs people in is not restored: it may have been used or ended since.
  for (const table of endedByRestore) {
    expect(manifest.tables).toContainEqual(expect.objectContaining({ name: table, rows: 1 }));
    expect(await query(connectionString, `select from ${table}`), table).toEqual([]);
  }
});
