import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { storageUrl } from '#domain/stored-file.ts';
import { makeBackup } from '#server/backups/make-backup.ts';
import { readArchive } from '#server/backups/read-archive.ts';
import { migrateDatabase, migrationLock } from '#server/db/migrate.ts';
import { openSnapshot } from '#server/db/snapshot/open-snapshot.ts';
import { createFileStorage } from '#server/storage/file-storage.ts';
import { mentor } from '#tests/support/accounts.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { startApi } from '#tests/support/api.ts';
import { fillStorage, namedFiles, readFiles, readRows } from '#tests/support/backups.ts';
import { createEarlierDatabase } from '#tests/support/database.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { testSecret } from '#tests/support/secret.ts';
import { setUpBackups } from '#tests/support/set-up-backups.ts';
import { query } from '#tests/support/site-state.ts';

const passphrase = 'four words of a song';

const {
  make,
  restore,
  ask,
  isEmpty,
  read,
  readSource,
  openStorage,
  describeSource,
  source,
  target,
  directory,
} = setUpBackups();

describe('a backup', () => {
  it('comes back elsewhere row for row, file for file, with the mails that wait', async () => {
    const { manifest } = await restore(await make());
    const [rows, jobs, files] = await read(target());
    expect([rows, jobs, files]).toEqual(await readSource());
    expect(jobs).toHaveLength(3);
    expect(Object.keys(files)).toEqual(namedFiles);
    // A new table fails this: it is to be filled, so that the line above means something.
    expect(Object.entries(rows).filter(([, contents]) => contents.length === 0)).toEqual([]);
    expect(manifest.tables.map(({ name }) => name).sort()).toEqual(Object.keys(rows));
    // A backup keeps no sequence: no table may come to have one.
    expect(await ask(`select from pg_sequences where schemaname = 'public'`)).toEqual([]);
  });

  it('goes on where it was: counts, notices, and nothing left to migrate', async () => {
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
    expect(await ask(migrations)).toEqual(
      await query(source().database.connectionString, migrations),
    );
    await migrateDatabase(connectionString);
    expect(await ask(migrations)).toEqual(
      await query(source().database.connectionString, migrations),
    );
  });

  it('moves a site from a disk into a bucket, and back', async () => {
    const store = await startObjectStore(path.join(directory(), randomUUID()));
    const bucket = createFileStorage({ dataDirectory: directory(), objectStorage: store.config });
    try {
      await restore(await make(), { storage: bucket });
      const inBucket = await readFiles(bucket);
      expect(Object.keys(inBucket)).toEqual(namedFiles);
      const back = await make({
        connectionString: target().database.connectionString,
        storage: bucket,
      });
      await restore(back, { isReplacing: true });
      expect(await readFiles(target().storage)).toEqual(inBucket);
    } finally {
      bucket.close();
      await store.close();
    }
  });

  it('is one moment of a site that is written to meanwhile', async () => {
    let isOver = false;
    const { connectionString } = source().database;
    const writing = Promise.all(
      [1, 2, 3].map(async (writer) => {
        const client = new pg.Client({ connectionString });
        await client.connect();
        for (let n = 0; !isOver; n += 1) {
          // Two tables, and a third by a trigger, in one transaction each.
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
    await query(connectionString, `delete from leads where name = 'During'`);
    await query(connectionString, `delete from mail_deliveries where key like 'during:%'`);
  });

  it('of an earlier version is brought to this one', async () => {
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
      const bytes = await make({ connectionString: earlier.connectionString });
      const { manifest } = await restore(bytes);
      expect(manifest.schema.migrations).toBe(6);
      expect(await ask('select name, state, version from leads')).toEqual(
        Array(3).fill({ name: 'Early', state: 'new', version: 1 }),
      );
      expect(await ask('select category, state, count from lead_totals where count > 0')).toEqual([
        { category: 'contact', state: 'new', count: 3 },
      ]);
      // What was wrong with the backups of the place that was left is not wrong here.
      expect(await ask('select key from settings')).toEqual([{ key: 'own' }]);
    } finally {
      await earlier.drop();
    }
  });

  it('names what a record wants and the storage does not have, and stands all the same', async () => {
    const other = openStorage();
    await fillStorage(other);
    const [lost = ''] = namedFiles;
    await other.delete(lost);
    const { manifest } = await restore(await make({ storage: other }));
    expect(manifest.missingFiles).toEqual([lost]);
    expect(Object.keys(await readFiles(target().storage))).not.toContain(lost);
  });
});

describe('an encrypted backup', () => {
  it('opens with its passphrase alone, and brings the secret of the site', async () => {
    const bytes = await make({ passphrase });
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    await expect(restore(bytes)).rejects.toThrow('set BACKUP_PASSPHRASE');
    await expect(restore(bytes, { passphrase: `${passphrase}!` })).rejects.toThrow(
      'BACKUP_PASSPHRASE does not open',
    );
    expect(await isEmpty()).toBe(true);
    const { secret } = await restore(bytes, { passphrase });
    expect(secret).toBe(testSecret);
    expect(await readRows(target().database.connectionString)).toEqual((await readSource())[0]);
  });

  it('is the only one that holds it', async () => {
    const bytes = await make();
    const texts: string[] = [];
    for await (const { path: name, content } of readArchive(Readable.from([bytes]), undefined)) {
      texts.push(name, (await buffer(content)).toString('latin1'));
    }
    expect(texts.join('\n')).not.toContain(testSecret);
    expect((await restore(bytes)).secret).toBeUndefined();
  });
});

describe('while a backup is made', () => {
  const open = () =>
    openSnapshot({ connectionString: source().database.connectionString, queues: ['send-mail'] });

  it('no other is', async () => {
    const snapshot = await open();
    await expect(make()).rejects.toThrow('A backup is running');
    await snapshot.close();
    await expect(make()).resolves.toBeInstanceOf(Buffer);
  });

  it('nobody waits for one that has come to a halt', async () => {
    const blocking = new pg.Client({ connectionString: source().database.connectionString });
    await blocking.connect();
    await blocking.query('begin; lock table leads');
    const halting = makeBackup(
      describeSource(),
      async (content) => void (await buffer(content)),
      200,
    );
    await expect(halting).rejects.toThrow('It stopped responding');
    await blocking.end();
    await expect(make()).resolves.toBeInstanceOf(Buffer);
  });

  it('the tables are those that a migration has left, which it waits for', async () => {
    const { connectionString } = target().database;
    const migrating = new pg.Client({ connectionString });
    await migrating.connect();
    await migrating.query('select pg_advisory_lock($1)', [migrationLock]);
    const opening = openSnapshot({ connectionString, queues: [] });
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => ask(waiting)).toHaveLength(1);
    // The rows are written anew: who has looked before finds none.
    await migrating.query(`insert into events (title, date) values ('Ours', '2030-01-08')`);
    await migrating.query('alter table events alter column title type varchar(99)');
    await migrating.query('alter table events add column another int default random() * 9');
    await migrating.end();
    const snapshot = await opening;
    const events = snapshot.tables.find(({ name }) => name === 'events');
    expect(events?.columns).toContain('another');
    expect(await text(snapshot.copyRows({ name: 'events', columns: ['title'] }))).toBe('Ours\n');
    await snapshot.close();
  });

  it('a file that is deleted for good stays until it is done', async () => {
    const { api, admin, path: stored } = await withTrashedGuide();
    const snapshot = await openSnapshot({
      connectionString: target().database.connectionString,
      queues: [],
    });
    const isThere = async () => (await api.storage.find(stored)) !== undefined;
    expect((await admin.asMentor('DELETE', '/api/trash')).status).toBe(200);
    await api.services.uploads.sweep(inAYear);
    expect(await isThere()).toBe(true);
    await snapshot.close();
    await api.services.uploads.sweep(inAYear);
    expect(await isThere()).toBe(false);
    await api.stop();
  });
});

const inAYear = new Date(Date.now() + 365 * 86_400_000);

async function withTrashedGuide() {
  const { connectionString } = target().database;
  const api = await startApi({ connectionString, admin: mentor });
  await api.startJobs();
  const admin = await openAdmin(api);
  const stored = 'freebies/1763712000000-guide.pdf';
  await api.storage.put({ path: stored, content: Readable.from(['%PDF']), size: 4 });
  await ask(`insert into freebies (title, file_url, deleted_at) values ('Guide', $1, now())`, [
    storageUrl(stored),
  ]);
  return { api, admin, path: stored };
}
