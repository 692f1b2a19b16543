import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readArchive } from '#server/backups/read-archive.ts';
import { createArchiveWriter } from '#server/backups/write-archive.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { fillStorage } from '#tests/support/backups.ts';
import { testSecret } from '#tests/support/secret.ts';
import { setUpBackups } from '#tests/support/set-up-backups.ts';

const passphrase = 'four words of a song';

const { make, restore, ask, isEmpty, read, readSource, openStorage, target } = setUpBackups();

const turnBit = (bytes: Buffer, at: number) => {
  const turned = Buffer.from(bytes);
  turned[at] = (turned[at] ?? 0) ^ 4;
  return turned;
};

/** What is in a backup, by its paths, in its order. */
type Entries = Map<string, Buffer | string>;

async function unpack(bytes: Buffer): Promise<Entries> {
  const entries: Entries = new Map();
  for await (const { path: name, content } of readArchive(Readable.from([bytes]), undefined)) {
    entries.set(name, await buffer(content));
  }
  return entries;
}

/** Somebody's own backup, in which the manifest is last, wherever that stood. */
async function repack(entries: Entries): Promise<Buffer> {
  const manifest = entries.get('manifest.json');
  entries.delete('manifest.json');
  if (manifest !== undefined) entries.set('manifest.json', manifest);
  const archive = createArchiveWriter({ madeAt: new Date() });
  const reading = buffer(await archive.read(undefined));
  for (const [name, content] of entries) await archive.add(name, Buffer.from(content));
  archive.finish();
  return reading;
}

const long = `{"format":1,"site":"${'x'.repeat(64 * 1024)}"}`;

describe('what is refused, and changes nothing', () => {
  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -100)],
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['with a bit turned', (bytes: Buffer) => turnBit(bytes, bytes.length - 300)],
    ['with a bit turned early', (bytes: Buffer) => turnBit(bytes, 200)],
  ])('a backup %s', async (_, damage) => {
    for (const own of [undefined, passphrase]) {
      const bytes = damage(await make({ passphrase: own }));
      await expect(restore(bytes, own ? { passphrase: own } : {})).rejects.toThrow(
        /This backup is damaged|BACKUP_PASSPHRASE does not open/,
      );
    }
    expect(await isEmpty()).toBe(true);
  });

  it.each(['', 'hello', 'not a backup of anything, but longer'])('a file of %j', async (text) => {
    await expect(restore(Buffer.from(text))).rejects.toThrow('is not a backup of the site');
  });

  it.each<[string, (entries: Entries) => void, string]>([
    [
      'an entry lost',
      (entries) => entries.delete('files/freebies/1763712000000-guide.pdf'),
      'guide',
    ],
    ['an entry changed', (entries) => entries.set('rows/courses/000001.copy', 'x\n'), 'courses'],
    ['an entry too many', (entries) => entries.set('files/1-a.png', 'x'), 'more than it should'],
    [
      'a path that climbs',
      (entries) => entries.set('files/../../secret.png', 'x'),
      'does not belong',
    ],
    ['no manifest', (entries) => entries.delete('manifest.json'), 'its manifest is missing'],
    ['a head too long', (entries) => entries.set('backup.json', long), 'backup.json is too long'],
    ['a secret too long', (entries) => entries.set('secret', long), 'secret is too long'],
    ['a later format', (entries) => entries.set('backup.json', '{"format":2}'), 'newer version'],
  ])('one with %s', async (_, change, said) => {
    const entries = await unpack(await make());
    change(entries);
    await expect(restore(await repack(entries))).rejects.toThrow(said);
    expect(await isEmpty()).toBe(true);
  });

  it('one of a newer version of the tables', async () => {
    const entries = await unpack(await make());
    const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
    manifest.schema.newest += 1;
    entries.set('manifest.json', JSON.stringify(manifest));
    await expect(restore(await repack(entries))).rejects.toThrow('Update the site first');
    expect(await isEmpty()).toBe(true);
  });

  it('a site that holds anything already, unless it is to be replaced', async () => {
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

  it('what is in the way of it, before the backup is read', async () => {
    const open = () => Promise.reject(new Error('It was read'));
    await ask(`insert into events (title, date) values ('Ours', '2030-01-08')`);
    await expect(restore(Buffer.from(''), { open })).rejects.toThrow('not empty (events).');
    await expect(restore(Buffer.from(''), { open, isReplacing: true })).rejects.toThrow('was read');
  });

  it('one whose files the disk has no room for', async () => {
    const bytes = await make();
    await expect(restore(bytes, { freeBytes: 100_000 })).rejects.toThrow(
      / KB, and .* 97\.7 KB left/,
    );
    expect(await isEmpty()).toBe(true);
  });

  it('a database on which a site runs', async () => {
    const bytes = await make();
    const { connectionString } = target().database;
    const running = new pg.Client({ connectionString, application_name: 'site' });
    await running.connect();
    await expect(restore(bytes, { isReplacing: true })).rejects.toThrow('The site is running');
    await running.end();
  });

  it('a database that holds what is not of the site', async () => {
    await ask('create table invoices (id int)');
    await expect(restore(await make(), { isReplacing: true })).rejects.toThrow('(invoices)');
    expect(await ask('select from invoices')).toEqual([]);
  });

  it('is undone when the storage fails in the middle', async () => {
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

it('a restore is done where only the files of the former site cannot be looked for', async () => {
  const bytes = await make({ passphrase });
  let isFilled = false;
  const { put, list } = target().storage;
  const failing: FileStorage = {
    ...target().storage,
    put(file) {
      isFilled = true;
      return put(file);
    },
    list() {
      if (isFilled) throw new Error('The bucket does not answer');
      return list();
    },
  };
  const { secret } = await restore(bytes, { passphrase, storage: failing });
  expect(secret).toBe(testSecret);
  expect(await read(target())).toEqual(await readSource());
});
