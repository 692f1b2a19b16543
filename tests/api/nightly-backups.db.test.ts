import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BackupResult } from '#server/backups/backup-task.ts';
import { checkArchive } from '#server/backups/check-archive.ts';
import { openBackupPlace } from '#server/backups/open-place.ts';
import type { RunBackup } from '#server/backups/run-backup-process.ts';
import { openDatabase } from '#server/db/client.ts';
import { openSnapshot } from '#server/db/snapshot/open-snapshot.ts';
import { createBackupServices } from '#server/services/backups/create-backup-services.ts';
import { mentor } from '#tests/support/accounts.ts';
import { type AdminCalls, openAdmin } from '#tests/support/admin-calls.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { fillDatabase, fillStorage, namedFiles } from '#tests/support/backups.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { query } from '#tests/support/site-state.ts';

const dayMs = 86_400_000;
const passphrase = 'four words of a song';

let database: TestDatabase;
let directory: string;
let api: TestApi;
let admin: AdminCalls;
/** So many days from now the site believes to be. */
let daysAhead = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'nightly-'));
  api = await startApi({
    connectionString: database.connectionString,
    admin: mentor,
    now: () => new Date(Date.now() + daysAhead * dayMs),
    backup: { directory: path.join(directory, 'backups'), passphrase },
  });
  await api.startJobs();
  admin = await openAdmin(api);
  await fillDatabase(database.connectionString);
  await fillStorage(api.storage);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});
afterEach(() => {
  daysAhead = 0;
});

const folder = () => path.join(directory, 'backups');
const isStepDone = async () => {
  const { steps } = await (await admin.asMentor('GET', '/api/first-steps')).json();
  return steps.find(({ name }: { name: string }) => name === 'backup').is_done;
};
const readStatus = async () => (await admin.asMentor('GET', '/api/backups')).json();

describe('every night', () => {
  it('a backup is made, once, and said to be there', async () => {
    expect(await readStatus()).toEqual({
      ...{ last: null, failure: null, is_overdue: false, is_running: false },
      ...{ is_nightly: true, is_encrypted: true },
    });
    await api.backups.makeNightly();
    await expect(stat(folder()), 'nobody had anything to keep last night').rejects.toThrow();

    daysAhead = 3;
    expect((await readStatus()).is_overdue).toBe(true);
    await api.services.alerts.look();
    expect(api.services.alerts.list()).toContainEqual({ kind: 'backup', isRaised: true });
    await api.services.jobHandlers.makeBackup();
    await api.services.jobHandlers.makeBackup();
    const [name = '', ...others] = await readdir(folder());
    expect(others).toEqual([]);
    expect(name).toMatch(/^site-.*Z\.tar\.zst\.age$/);
    const file = await stat(path.join(folder(), name));
    expect(file.mode & 0o777).toBe(0o600);

    daysAhead = 0;
    await api.services.alerts.look();
    expect(api.services.alerts.list()).toContainEqual({ kind: 'backup', isRaised: false });
    const status = await readStatus();
    expect(status).toMatchObject({
      last: { kind: 'nightly', size: file.size },
      ...{ failure: null, is_overdue: false },
    });
    const place = openBackupPlace({ directory: folder(), objectStorage: undefined });
    const manifest = await checkArchive(await place.open(name), passphrase);
    expect(manifest.madeAt.slice(0, 19)).toBe(status.last.made_at.slice(0, 19));
    expect(manifest.entries.filter(({ path: entry }) => entry.startsWith('files/'))).toHaveLength(
      namedFiles.length,
    );
  });

  it('those that are too old go, with what was left of one that was killed, and nothing else', async () => {
    const names = Array.from({ length: 60 }, (_, back) => {
      const day = new Date(Date.now() - (back + 1) * dayMs).toISOString().slice(0, 10);
      return `site-${day}T00-11-00Z.tar.zst`;
    });
    await mkdir(folder(), { recursive: true });
    const killed = '.site-2026-01-01T00-11-00Z.tar.zst.unfinished';
    for (const name of [...names, killed, 'notes.txt', '.notes.unfinished']) {
      await writeFile(path.join(folder(), name), '');
    }
    daysAhead = 1;
    await api.backups.makeNightly();
    const left = await readdir(folder());
    expect(left).toEqual(expect.arrayContaining(['notes.txt', '.notes.unfinished']));
    expect(left).not.toContain(killed);
    // Seven days; of four weeks and three months those that are not among them.
    const kept = left.filter((name) => name.startsWith('site-'));
    expect(kept.length).toBeGreaterThanOrEqual(10);
    expect(kept.length).toBeLessThanOrEqual(7 + 3 + 2);
    expect(kept).toContain(names[0]);
  });

  it('one that cannot be made says why, until one is', async () => {
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'in the way');
    daysAhead = 2;
    await api.backups.makeNightly();
    expect(await readStatus()).toMatchObject({
      failure: { reason: expect.stringContaining('a file has this name') },
      last: { kind: 'nightly' },
    });
    expect(api.logged()).toContain('The nightly backup could not be made');
    await rm(folder());
    await api.backups.makeNightly();
    expect(await readStatus()).toMatchObject({ failure: null });
  });

  it('goes before a download, and says so when another backup is in the way twice', async () => {
    const { connectionString } = database;
    const other = await openSnapshot({ connectionString, queues: [] });
    daysAhead = 5;
    await api.backups.makeNightly();
    expect(await readStatus()).toMatchObject({ failure: null });
    await api.backups.makeNightly();
    expect(await readStatus()).toMatchObject({
      failure: { reason: 'Another backup was still running an hour later.' },
    });
    await other.close();
    const download = await openSnapshot({ connectionString, queues: [], isDownload: true });
    const second = openSnapshot({ connectionString, queues: [], isDownload: true });
    await expect(second).rejects.toThrow('A backup is running');
    await api.backups.makeNightly();
    expect(await readStatus()).toMatchObject({ failure: null, last: { kind: 'nightly' } });
    await expect(download.requireFilesKept()).rejects.toThrow('terminat');
    await download.close();
  });
});

it('a bucket takes them in the place of a folder, and thins them out as well', async () => {
  const store = await startObjectStore(directory);
  const place = openBackupPlace({ directory: folder(), objectStorage: store.config });
  const old = 'site-2020-01-01T00-11-00Z.tar.zst';
  await place.write(old, Readable.from([Buffer.from('old')]));
  await place.write('notes.txt', Readable.from([Buffer.from('notes')]));
  const other = await startApi({
    connectionString: database.connectionString,
    dataDirectory: api.dataDirectory,
    now: () => new Date(Date.now() + 9 * dayMs),
    backup: {
      ...{ directory: folder(), objectStorage: store.config, passphrase },
      retention: { days: 1, weeks: 1, months: 1 },
    },
  });
  try {
    await other.backups.makeNightly();
    const [newest, ...others] = await place.list();
    expect(others).toEqual([]);
    await expect(
      checkArchive(await place.open(newest?.name ?? ''), passphrase),
    ).resolves.toBeDefined();
    expect(await buffer(await place.open('notes.txt'))).toEqual(Buffer.from('notes'));
  } finally {
    await other.stop({ keepData: true });
    place.close();
    await store.close();
  }
});

describe('one press', () => {
  const press = () => admin.asMentor('GET', '/api/backups/download');

  it('makes a backup and downloads it: that is the first step', async () => {
    await query(database.connectionString, `delete from settings where key = 'backup-elsewhere'`);
    await api.backups.makeNightly();
    expect(await isStepDone(), 'those of the nights lie beside the site').toBe(false);
    const answer = await press();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="site-.*Z\.tar\.zst\.age"$/,
    );
    const content = Readable.fromWeb(answer.body as ReadableStream);
    await expect(checkArchive(content, passphrase)).resolves.toMatchObject({ missingFiles: [] });
    await expect.poll(async () => (await readStatus()).last.kind).toBe('download');
    expect(await isStepDone()).toBe(true);
  });

  it('makes none for whoever asks about it alone, and one at a time', async () => {
    const asked = await admin.asMentor('HEAD', '/api/backups/download');
    expect(asked.status).toBe(200);
    const [first, second] = await Promise.all([press(), press()]);
    expect([first?.status, second?.status].sort()).toEqual([200, 409]);
    for (const { body } of [first, second]) await body?.cancel();
    // Whoever has given one up may begin anew at once.
    const again = await press();
    expect(again.status).toBe(200);
    await again.body?.cancel();
    // The process that is ended gives its lock back when the database hears of its end.
    const isMade = `select from pg_locks where locktype = 'advisory' and objid = 7201146
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => query(database.connectionString, isMade)).toEqual([]);
  });

  it('is told when another is being made', async () => {
    const snapshot = await openSnapshot({
      connectionString: database.connectionString,
      queues: [],
    });
    const answer = await press();
    expect(await readStatus()).toMatchObject({ is_running: true });
    await snapshot.close();
    expect(answer.status).toBe(409);
    expect((await answer.json()).detail).toContain('A backup is running');
  });
});

describe('a backup that breaks off', () => {
  const services = (run: RunBackup, db = api.db, stallMs = 60_000) =>
    createBackupServices({
      stallMs,
      ...{ db, log: api.log, now: () => new Date(Date.now() + daysAhead * dayMs), run },
      config: {
        ...{
          isNightly: true,
          directory: folder(),
          objectStorage: undefined,
          passphrase: undefined,
        },
        retention: { days: 7, weeks: 4, months: 6 },
      },
      readTimeZone: async () => 'UTC',
      source: {
        ...{ connectionString: database.connectionString, secret: 'x', passphrase: undefined },
        ...{ dataDirectory: directory, objectStorage: undefined },
        site: { version: '1', url: 'http://localhost' },
      },
    });

  const failed = { outcome: 'failed', reason: 'The disk is full' } as const;

  it('before its first byte is refused', async () => {
    const { download } = services(() => ({
      ...{ content: Readable.from([]), result: Promise.resolve(failed), stop: () => {} },
    }));
    await expect(download()).rejects.toMatchObject({ status: 503, code: 'backup-failed' });
  });

  it('later does not look whole to the browser, and counts for nothing', async () => {
    const before = (await readStatus()).last;
    const { download } = services(() => ({
      content: Readable.from([Buffer.from('a')]),
      ...{ result: Promise.resolve(failed), stop: () => {} },
    }));
    const { content } = await download();
    await expect(buffer(Readable.fromWeb(content as ReadableStream))).rejects.toThrow();
    expect((await readStatus()).last).toEqual(before);
  });

  it('does not, when it is whole and the database is away by then', async () => {
    const nowhere = { connectionString: 'postgres://127.0.0.1:9/site', log: api.log };
    const { db, close } = openDatabase(nowhere);
    const made = { outcome: 'made', madeAt: new Date(), size: 1, missingFiles: 0, removed: 0 };
    const { download } = services(
      () => ({
        content: Readable.from([Buffer.from('a')]),
        ...{ result: Promise.resolve(made as BackupResult), stop: () => {} },
      }),
      db,
    );
    const { content } = await download();
    expect(await buffer(Readable.fromWeb(content as ReadableStream))).toEqual(Buffer.from('a'));
    expect(api.logged()).toContain('the database does not know of it');
    await close();
  });

  it('is none, when only those before it cannot be removed', async () => {
    daysAhead = 4;
    const result = { outcome: 'made', madeAt: new Date(), size: 7, missingFiles: 0, removed: 0 };
    const { makeNightly } = services(() => ({
      content: Readable.from([]),
      result: Promise.resolve({ ...result, notRemoved: 'Access Denied' } as BackupResult),
      stop: () => {},
    }));
    await makeNightly();
    expect(await readStatus()).toMatchObject({ failure: null, last: { size: 7 } });
    expect(api.logged()).toContain('Old backups cannot be removed');
  });

  it('is ended when nothing of it is taken for a while, so that others can be made', async () => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const run = () => ({
      content: Readable.from([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')]),
      ...{ result: new Promise<never>(() => {}), stop },
    });
    const { content } = await services(run, api.db, 1).download();
    await stopped;
    await expect(buffer(Readable.fromWeb(content as ReadableStream))).rejects.toThrow(
      'Nothing of the backup was taken',
    );
  });

  it('is ended when nobody reads it any more', async () => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const { download } = services(() => ({
      content: Readable.from([Buffer.from('a'), Buffer.from('b')]),
      ...{ result: new Promise<never>(() => {}), stop },
    }));
    const { content } = await download();
    await content.cancel();
    await expect(stopped).resolves.toBeUndefined();
  });
});
