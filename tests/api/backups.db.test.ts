import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readArchive } from '#features/backups/server/archive.ts';
import {
  type BackupDestination,
  openBackupDestination,
} from '#features/backups/server/destination.ts';
import { makeStoredBackup } from '#features/backups/server/make-backup.ts';
import { openSnapshot } from '#features/backups/server/snapshot/open-snapshot.ts';
import { migrateDatabase, migrationLock } from '#platform/db/migrate.ts';
import { createFileStorage } from '#platform/storage/file-storage.ts';
import { storageUrl } from '#rules/stored-file.ts';
import { mentor } from '#tests/support/accounts.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { startApi } from '#tests/support/api.ts';
import { fillStorage, namedFiles, readFiles } from '#tests/support/backups.ts';
import { createEarlierDatabase } from '#tests/support/database.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { testSecret } from '#tests/support/secret.ts';
import { setUpBackups } from '#tests/support/set-up-backups.ts';
import { query } from '#tests/support/site-state.ts';

const passphrase = 'four words of a song';

const site = setUpBackups();
const { make, makeStored, restore, ask, isEmpty, read, readSource, openStorage } = site;
const { source, target, directory } = site;

const sourceDatabase = () => source().database.connectionString;

describe.each(['portable', 'kept'] as const)('a %s backup', (form) => {
  it.each([undefined, passphrase])('restores rows, files and waiting mails (%s)', async (own) => {
    const changes = { passphrase: own };
    const destination = openBackupDestination({ directory: path.join(directory(), randomUUID()) });
    const made =
      form === 'portable'
        ? await make(changes)
        : { destination, name: (await makeStored(destination, changes)).name };
    if (own) await expect(restore(made)).rejects.toThrow('set BACKUP_PASSPHRASE');
    const wrong = { passphrase: `${own}!` };
    if (own) await expect(restore(made, wrong)).rejects.toThrow('is not the passphrase');
    expect(await isEmpty()).toBe(true);

    const { manifest, secret } = await restore(made, own ? { passphrase: own } : {});
    expect(secret).toBe(own && testSecret);
    const [rows, jobs, files] = await read(target());
    expect([rows, jobs, files]).toEqual(await readSource());
    expect(jobs).toHaveLength(3);
    expect(Object.keys(files)).toEqual(namedFiles);
    // The tests must fill every new table; otherwise the comparison proves nothing.
    expect(Object.entries(rows).filter(([, contents]) => contents.length === 0)).toEqual([]);
    expect(manifest.tables.map(({ name }) => name).sort()).toEqual(Object.keys(rows));
    // Backups contain no sequences, so no table may use one.
    expect(await ask(`select from pg_sequences where schemaname = 'public'`)).toEqual([]);
  });
});

describe('a backup', () => {
  it('a backup contains the secret only when it is encrypted', async () => {
    const texts: string[] = [];
    for await (const { path: name, content } of readArchive(
      Readable.from([await make()]),
      undefined,
    )) {
      texts.push(name, await text(content));
    }
    expect(texts.join('\n')).not.toContain(testSecret);
  });

  it('a backup works after a restore: triggers count and notify, and no migration is left', async () => {
    await restore(await make());
    const { connectionString } = target().database;
    const count = async () =>
      (await ask('select sum(count)::int as count from lead_totals'))[0].count;
    const before = await count();
    const listening = new pg.Client({ connectionString });
    await listening.connect();
    const heard = once(listening, 'notification');
    await listening.query('listen changes');
    await ask(
      `insert into leads (name, email, source) values ('Next', 'n@example.com', 'Contact')`,
    );
    expect(await heard).toMatchObject([{ payload: expect.stringContaining('leads') }]);
    await listening.end();
    expect(await count()).toBe(before + 1);

    const migrations = 'select hash, created_at from drizzle.__drizzle_migrations order by id';
    await migrateDatabase(connectionString);
    expect(await ask(migrations)).toEqual(await query(sourceDatabase(), migrations));
  });

  it('a backup is consistent while the site is in use', async () => {
    let isOver = false;
    const writing = Promise.all(
      [1, 2, 3].map(async (writer) => {
        const client = new pg.Client({ connectionString: sourceDatabase() });
        await client.connect();
        for (let n = 0; !isOver; n += 1) {
          // Each transaction writes two tables, and a third through a trigger.
          await client.query(
            `with added as (
              insert into leads (name, email, source) values ('During', 'd@example.com', 'Contact') returning id
            ) insert into mail_deliveries (key, recipient, subject)
              select 'during:' || id, 'd@example.com', $1 from added`,
            [`${writer}-${n}`],
          );
        }
        await client.end();
      }),
    );
    const bytes = await make();
    isOver = true;
    await writing;
    await restore(bytes);
    const [counts] = await ask(`select
      (select count(*)::int from leads where name = 'During') as leads,
      (select count(*)::int from mail_deliveries where key like 'during:%') as mails,
      (select count(*)::int from leads where deleted_at is null) as shown,
      (select sum(count)::int from lead_totals) as counted`);
    expect(counts.mails).toBe(counts.leads);
    expect(counts.counted).toBe(counts.shown);
    await query(sourceDatabase(), `delete from leads where name = 'During'`);
    await query(sourceDatabase(), `delete from mail_deliveries where key like 'during:%'`);
  });

  it('a backup of an earlier version is migrated to this one', async () => {
    const earlier = await createEarlierDatabase('0005_account_security');
    try {
      await query(
        earlier.connectionString,
        `insert into leads (name, email, source) select 'Early', 'e@example.com', 'Contact' from generate_series(1, 3)`,
      );
      await query(
        earlier.connectionString,
        `insert into settings (key, value) values ('own', ''), ('backup-failure', '{}')`,
      );
      const { manifest } = await restore(
        await make({ connectionString: earlier.connectionString }),
      );
      expect(manifest.schema.migrations).toBe(6);
      expect(await ask('select name, state, version from leads')).toEqual(
        Array(3).fill({ name: 'Early', state: 'new', version: 1 }),
      );
      expect(await ask('select category, state, count from lead_totals where count > 0')).toEqual([
        { category: 'contact', state: 'new', count: 3 },
      ]);
      // A failed backup concerns only the destination that was backed up, so it is not restored.
      expect(await ask('select key from settings')).toEqual([{ key: 'own' }]);
    } finally {
      await earlier.drop();
    }
  });

  it('reports a file that a record names but the storage does not have', async () => {
    const other = openStorage();
    await fillStorage(other);
    const [lost = ''] = namedFiles;
    await other.delete(lost);
    const { manifest } = await restore(await make({ storage: other }));
    expect(manifest.missingFiles).toEqual([lost]);
    expect(Object.keys(await readFiles(target().storage))).not.toContain(lost);
  });
});

describe('kept files', () => {
  /** Backdates an archive. */
  const age = (folder: string, name: string) =>
    rename(
      path.join(folder, name),
      path.join(folder, name.replace(/\d{4}-\d\d-\d\d/, '2026-01-01')),
    );
  const listFiles = async (destination: BackupDestination) =>
    (await destination.list('files')).sort();

  it('kept files are stored once, and removed with the last archive that names them', async () => {
    const folder = path.join(directory(), randomUUID());
    const destination = openBackupDestination({ directory: folder });
    const storage = openStorage();
    await fillStorage(storage);
    const copy = 'freebies/1763712000001-copy.pdf';
    const first = await makeStored(destination, { storage });
    await age(folder, first.name);
    const files = await listFiles(destination);
    expect(files).toEqual(
      Object.entries(await readFiles(storage))
        .filter(([name]) => namedFiles.includes(name))
        .map(([, hash]) => hash)
        .sort(),
    );
    const long = new Date(0);
    for (const name of files) await utimes(path.join(folder, 'files', name), long, long);

    await writeFile(path.join(folder, 'files', 'orphan'), '');
    await query(sourceDatabase(), `insert into freebies (title, file_url) values ('Same', $1)`, [
      storageUrl(copy),
    ]);
    const guide = await buffer(await storage.open('freebies/1763712000000-guide.pdf'));
    await storage.put({ path: copy, content: Readable.from([guide]), size: guide.length });
    await makeStored(destination, { storage });
    expect(await listFiles(destination), 'the same content has the same name').toEqual(files);
    for (const name of files)
      expect((await stat(path.join(folder, 'files', name))).mtime).toEqual(long);
    expect((await readdir(folder)).filter((name) => name.startsWith('site-'))).toHaveLength(2);

    await query(sourceDatabase(), `delete from freebies where title = 'Same'`);
    const video = 'videos/1763712000000-lesson.mp4';
    const { [video]: hash = '' } = await readFiles(storage);
    await storage.delete(video);
    await makeStored(destination, { storage }, { days: 1, weeks: 0, months: 0 });
    expect(await listFiles(destination)).toEqual(files.filter((name) => name !== hash));
  });

  it('kept files are stored again under a new passphrase, with names that reveal no hash', async () => {
    const folder = path.join(directory(), randomUUID());
    const destination = openBackupDestination({ directory: folder });
    const first = await makeStored(destination, { passphrase });
    await age(folder, first.name);
    const files = await listFiles(destination);
    expect(files.join()).not.toContain(Object.values(await readFiles(source().storage))[0]);
    const newest = { days: 1, weeks: 0, months: 0 };
    await makeStored(destination, { passphrase: 'another song, another word' }, newest);
    const others = await listFiles(destination);
    expect(others.filter((name) => files.includes(name))).toEqual([]);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('kept files are sent again by a key that may only write', async () => {
    const destination = openBackupDestination({ directory: path.join(directory(), randomUUID()) });
    await makeStored(destination);
    const refuse = () => Promise.reject(new Error('Access Denied'));
    const writing = { list: refuse, open: refuse, remove: refuse, removeUnfinished: refuse };
    const warnings: unknown[] = [];
    const { name } = await makeStoredBackup(site.describeSource(), {
      destination: { ...destination, ...writing },
      readPruning: async () => ({
        retention: { days: 7, weeks: 0, months: 0 },
        timeZone: 'UTC',
        keptSince: new Date(0),
      }),
      warn: (error) => warnings.push(error),
    });
    expect(warnings).toEqual([new Error('Access Denied')]);
    await restore({ destination, name });
  });

  it('kept files are verified before a restore changes anything', async () => {
    const folder = path.join(directory(), randomUUID());
    const destination = openBackupDestination({ directory: folder });
    const { name } = await makeStored(destination);
    const [file = ''] = await listFiles(destination);
    await writeFile(path.join(folder, 'files', file), 'changed');
    await expect(restore({ destination, name })).rejects.toThrow(
      /damaged or incomplete: .* was changed/,
    );
    await destination.remove(`files/${file}`);
    await expect(restore({ destination, name })).rejects.toThrow('There is no backup');
    expect(await isEmpty()).toBe(true);
  });

  it('kept files can be stored in a bucket, and restored to a disk or to another bucket', async () => {
    const store = await startObjectStore(path.join(directory(), randomUUID()));
    const destination = openBackupDestination({
      directory: path.join(directory(), randomUUID()),
      objectStorage: store.config,
    });
    const bucket = createFileStorage({ dataDirectory: directory(), objectStorage: store.config });
    try {
      const { name } = await makeStored(destination, { passphrase });
      expect(await listFiles(destination)).toHaveLength(namedFiles.length);
      await restore({ destination, name }, { passphrase, storage: bucket, isReplacing: true });
      const inBucket = await readFiles(bucket);
      expect(Object.keys(inBucket)).toEqual(namedFiles);
      const { connectionString } = target().database;
      const back = await make({ connectionString, storage: bucket });
      await restore(back, { isReplacing: true });
      expect(await readFiles(target().storage)).toEqual(inBucket);
    } finally {
      bucket.close();
      destination.close();
      await store.close();
    }
  });
});

describe('while a backup is running', () => {
  it('a second backup is refused', async () => {
    const snapshot = await openSnapshot(sourceDatabase());
    await expect(make()).rejects.toThrow('A backup is running');
    await expect(makeStored(site.destination())).rejects.toThrow('A backup is running');
    await snapshot[Symbol.asyncDispose]();
    await expect(make()).resolves.toBeInstanceOf(Buffer);
  });

  it('the backup has the tables as the running migration leaves them', async () => {
    const { connectionString } = target().database;
    const migrating = new pg.Client({ connectionString });
    await migrating.connect();
    await migrating.query('select pg_advisory_lock($1)', [migrationLock]);
    await using snapshot = await openSnapshot(connectionString);
    const beginning = snapshot.begin();
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => ask(waiting)).toHaveLength(1);
    // The migration rewrites the rows, so an older transaction would see none.
    await migrating.query(`insert into events (title, date) values ('Ours', '2030-01-08')`);
    await migrating.query('alter table events alter column title type varchar(99)');
    await migrating.query('alter table events add column another int default random() * 9');
    await migrating.end();
    await beginning;
    const events = (await snapshot.listTables()).find(({ name }) => name === 'events');
    expect(events?.columns).toContain('another');
    expect(await text(snapshot.copyRows({ name: 'events', columns: ['title'] }))).toBe('Ours\n');
  });

  it('a deleted file is kept until the backup has finished', async () => {
    const { connectionString } = target().database;
    const api = await startApi({ connectionString, admin: mentor });
    await api.startJobs();
    const admin = await openAdmin(api);
    const stored = 'freebies/1763712000000-guide.pdf';
    await api.storage.put({ path: stored, content: Readable.from(['%PDF']), size: 4 });
    await ask(`insert into freebies (title, file_url, deleted_at) values ('Guide', $1, now())`, [
      storageUrl(stored),
    ]);
    const snapshot = await openSnapshot(connectionString);
    const isThere = async () => (await api.storage.find(stored)) !== undefined;
    const inAYear = new Date(Date.now() + 365 * 86_400_000);
    expect((await admin.asMentor('DELETE', '/api/trash')).status).toBe(200);
    await api.services.uploads.sweep(inAYear);
    expect(await isThere()).toBe(true);
    await snapshot[Symbol.asyncDispose]();
    await api.services.uploads.sweep(inAYear);
    expect(await isThere()).toBe(false);
    await api.stop();
  });
});
