import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createArchiveWriter, readArchive } from '#features/backups/server/archive.ts';
import { openBackupDestination } from '#features/backups/server/destination.ts';
import { endedByRestore } from '#features/backups/server/snapshot/open-snapshot.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { fillStorage, nasty } from '#tests/support/backups.ts';
import { setUpBackups } from '#tests/support/set-up-backups.ts';

const passphrase = 'four words of a song';

const { make, restore, ask, isEmpty, read, readSource, openStorage, target } = setUpBackups();

const flipBit = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 4;
  return changed;
};

/** The entries of a backup, in order. */
type Entries = Map<string, Buffer | string>;

async function unpack(bytes: Buffer): Promise<Entries> {
  const entries: Entries = new Map();
  for await (const { path: name, content } of readArchive(Readable.from([bytes]), undefined)) {
    entries.set(name, await buffer(content));
  }
  return entries;
}

/** Makes an archive of entries, with the manifest last. */
async function repack(entries: Entries): Promise<Buffer> {
  const manifest = entries.get('manifest.json');
  entries.delete('manifest.json');
  if (manifest !== undefined) entries.set('manifest.json', manifest);
  const archive = await createArchiveWriter(undefined);
  const reading = buffer(archive.content);
  for (const [name, content] of entries) await archive.add(name, content);
  archive.finish();
  return reading;
}

describe('a restore refuses, without changing anything,', () => {
  it.each([
    ['cut off at its end', (bytes: Buffer) => bytes.subarray(0, -100)],
    ['changed at its end', (bytes: Buffer) => flipBit(bytes, bytes.length - 300)],
    ['changed at its start', (bytes: Buffer) => flipBit(bytes, 200)],
  ])('a backup that was %s', async (_, damage) => {
    for (const own of [undefined, passphrase]) {
      const bytes = damage(await make({ passphrase: own }));
      await expect(restore(bytes, own ? { passphrase: own } : {})).rejects.toThrow(
        /This backup is damaged|BACKUP_PASSPHRASE is not the passphrase/,
      );
    }
    expect(await isEmpty()).toBe(true);
  });

  it('a backup whose archive is unreadable', async () => {
    const archive = zstdDecompressSync(await make());
    await expect(restore(zstdCompressSync(flipBit(archive, 3)))).rejects.toThrow(
      'This backup is damaged or incomplete',
    );
  });

  it.each(['', 'not a backup of anything'])('a file that contains %j', async (text) => {
    await expect(restore(Buffer.from(text))).rejects.toThrow('is not a backup of the site');
  });

  it.each<[string, (entries: Entries) => void, string]>([
    [
      'a missing entry',
      (entries) => entries.delete('files/freebies/1763712000000-guide.pdf'),
      'guide',
    ],
    ['a changed entry', (entries) => entries.set('rows/courses/000001.copy', 'x\n'), 'courses'],
    ['an extra entry', (entries) => entries.set('files/1-a.png', 'x'), 'more than it should'],
    [
      'a path outside the storage',
      (entries) => entries.set('files/../../secret.png', 'x'),
      'does not belong',
    ],
    ['no manifest', (entries) => entries.delete('manifest.json'), 'its manifest is missing'],
    ['a later format', (entries) => entries.set('backup.json', '{"format":3}'), 'newer version'],
  ])('a backup with %s', async (_, change, said) => {
    const entries = await unpack(await make());
    change(entries);
    await expect(restore(await repack(entries))).rejects.toThrow(said);
    expect(await isEmpty()).toBe(true);
  });

  it('a backup of a later version of the tables', async () => {
    const entries = await unpack(await make());
    const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
    manifest.schema.newest += 1;
    entries.set('manifest.json', JSON.stringify(manifest));
    await expect(restore(await repack(entries))).rejects.toThrow('Update the site first');
    expect(await isEmpty()).toBe(true);
  });

  it('a restore refuses, without changing anything, to overwrite a site that is not empty, unless told to', async () => {
    const bytes = await make();
    await ask(`insert into events (title, date) values ('Ours', '2030-01-08')`);
    await expect(restore(bytes)).rejects.toThrow('The site here is not empty (events).');
    const ours = openStorage();
    await fillStorage(ours);
    await ask('delete from events');
    await expect(restore(bytes, { storage: ours })).rejects.toThrow('not empty (files).');
    await restore(bytes, { isReplacing: true, storage: ours });
    expect(await read({ ...target(), storage: ours })).toEqual(await readSource());
  });

  it('a database that a running site uses', async () => {
    const bytes = await make();
    const { connectionString } = target().database;
    const running = new pg.Client({ connectionString, application_name: 'site' });
    await running.connect();
    await expect(restore(bytes, { isReplacing: true })).rejects.toThrow('The site is running');
    await running.end();
  });

  it('a restore refuses, without changing anything, when the storage fails halfway', async () => {
    const bytes = await make();
    await ask(`insert into events (title, date) values ('Ours', '2030-01-08')`);
    const failing: FileStorage = {
      ...target().storage,
      put: () => Promise.reject(new Error('The disk is full')),
    };
    const replacing = restore(bytes, { isReplacing: true, storage: failing });
    await expect(replacing).rejects.toThrow('The disk is full');
    expect(await ask('select title from events')).toEqual([{ title: 'Ours' }]);
    expect(await ask('select from leads')).toEqual([]);
  });
});

/**
 * A backup made by the first version from the samples that tests/support/backups.ts had then. Every
 * version must restore it, so it is never replaced.
 */
const firstBackup = {
  destination: openBackupDestination({ directory: 'tests/fixtures' }),
  name: 'backup-of-1.0.0.tar.zst.age',
};

it('restores a backup of the first version: rows, files, mails and secret', async () => {
  const { manifest, secret } = await restore(firstBackup, { passphrase: 'the first of its kind' });
  expect(manifest).toMatchObject({ format: 1, site: { version: '1.0.0' } });
  expect(secret).toBe('a secret of a site that nobody runs any more');
  const [, jobs, files] = await read(target());
  const kept = manifest.entries.filter(({ path }) => path.startsWith('files/'));
  expect(files).toEqual(
    Object.fromEntries(kept.map((file) => [file.path.replace('files/', ''), file.sha256])),
  );
  // One for each kind of file that the first version had.
  expect(kept).toHaveLength(7);
  expect(jobs).toHaveLength(1);
  expect(
    await ask('select count(*)::int, bool_and(starts_with(message, $1)) as is_whole from leads', [
      nasty,
    ]),
  ).toEqual([{ count: 500, is_whole: true }]);
  expect(await ask('select features from courses where slug is null')).toEqual([
    { features: ['one', nasty, 'NULL', 'a,b'] },
  ]);
  // Sessions and tokens are not restored: they may have been used or ended since.
  for (const table of endedByRestore) {
    expect(manifest.tables).toContainEqual(expect.objectContaining({ name: table, rows: 1 }));
    expect(await ask(`select from ${table}`), table).toEqual([]);
  }
});
