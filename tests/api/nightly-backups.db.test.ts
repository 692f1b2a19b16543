import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '#features/backups/server/check-archive.ts';
import { createBackupServices } from '#features/backups/server/create-backup-services.ts';
import { openBackupDestination } from '#features/backups/server/destination.ts';
import type { BackupEnd } from '#features/backups/server/run-backup-process.ts';
import { openSnapshot } from '#features/backups/server/snapshot/open-snapshot.ts';
import { mentor } from '#tests/support/accounts.ts';
import { type AdminCalls, openAdmin } from '#tests/support/admin-calls.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { fillDatabase, fillStorage, namedFiles } from '#tests/support/backups.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

const dayMs = 86_400_000;
const passphrase = 'four words of a song';

let database: TestDatabase;
let directory: string;
let api: TestApi;
let admin: AdminCalls;
/** How many days the site's clock is ahead. */
let daysAhead = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'nightly-'));
  api = await startApi({
    connectionString: database.connectionString,
    admin: mentor,
    now: () => new Date(Date.now() + daysAhead * dayMs),
    environment: {
      BACKUP_DIR: path.join(directory, 'backups'),
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_KEEP_DAYS: '2',
      BACKUP_KEEP_WEEKS: '0',
      BACKUP_KEEP_MONTHS: '0',
    },
  });
  await api.startJobs();
  admin = await openAdmin(api);
  await fillDatabase(database.connectionString);
  // More data than the buffers between two processes can hold.
  await fillStorage(api.storage, { videoBytes: 24 * 1024 ** 2 });
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
const listArchives = async () =>
  (await readdir(folder())).filter((name) => name.startsWith('site-')).sort();
const isStepDone = async () => {
  const { steps } = await (await admin.asMentor('GET', '/api/first-steps')).json();
  return steps.find(({ name }: { name: string }) => name === 'backup').is_done;
};
const readStatus = async () => (await admin.asMentor('GET', '/api/backups')).json();

/** Returns the backup locks. The database releases them some time after a process has ended. */
const listLocks = () =>
  query(
    database.connectionString,
    `select from pg_locks where locktype = 'advisory' and objid = 7201146
     and database = (select oid from pg_database where datname = current_database())`,
  );

describe('every night', () => {
  it('one backup is made, and it ends the alert', async () => {
    expect(await readStatus()).toEqual({
      last: null,
      failure: null,
      is_overdue: false,
      is_running: false,
      is_nightly: true,
      is_encrypted: true,
    });
    await api.backups.makeNightly();
    await expect(stat(folder()), 'there was nothing to keep last night').rejects.toThrow();

    daysAhead = 3;
    expect((await readStatus()).is_overdue).toBe(true);
    await api.services.alerts.look();
    expect(api.services.alerts.list()).toContainEqual({ kind: 'backup', isRaised: true });
    await api.services.jobHandlers.makeBackup();
    daysAhead = 0;
    await api.services.jobHandlers.makeBackup();
    const [name = '', ...others] = await listArchives();
    expect(others).toEqual([]);
    expect(name).toMatch(/^site-.*Z\.tar\.zst\.age$/);
    const file = await stat(path.join(folder(), name));
    expect(file.mode & 0o777).toBe(0o600);

    await api.services.alerts.look();
    expect(api.services.alerts.list()).toContainEqual({ kind: 'backup', isRaised: false });
    const status = await readStatus();
    expect(status).toMatchObject({
      last: { kind: 'nightly', size: file.size },
      failure: null,
      is_overdue: false,
    });
    const content = await openBackupDestination({ directory: folder() }).open(name);
    const { manifest, description } = await checkArchive(content, passphrase);
    expect(manifest.madeAt.slice(0, 19)).toBe(status.last.made_at.slice(0, 19));
    expect(description.files).toHaveLength(namedFiles.length);
    expect(await isStepDone(), 'the backup is on the machine of the site').toBe(false);
  });

  it('old and unfinished backups are removed, and nothing else', async () => {
    const daysAgo = (days: number) => {
      const day = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
      return `site-${day}T00-11-00Z.tar.zst`;
    };
    const unfinished = ['.unfinished-backups/1'];
    const foreign = ['notes.txt'];
    await mkdir(path.join(folder(), '.unfinished-backups'));
    for (const name of [daysAgo(2), daysAgo(3), ...unfinished, ...foreign]) {
      await writeFile(path.join(folder(), name), '');
    }
    daysAhead = 1;
    await api.backups.makeNightly();
    const left = await readdir(folder(), { recursive: true });
    expect(left).toEqual(expect.arrayContaining(foreign));
    for (const name of [...unfinished, daysAgo(3)]) expect(left).not.toContain(name);
    expect(left).toContain(daysAgo(2));
    // An archive that stays cannot be read. Its list of files is unknown, so all files stay.
    expect(api.logged()).toContain('Old backups cannot be removed');
    await rm(path.join(folder(), daysAgo(2)));
  });

  it('a failure is shown until the next backup succeeds', async () => {
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'in the way');
    daysAhead = 2;
    await api.backups.makeNightly();
    expect(await readStatus()).toMatchObject({
      failure: { reason: expect.stringContaining('cannot be written: ') },
      last: { kind: 'nightly' },
    });
    expect(api.logged()).toContain('The nightly backup could not be made');
    await rm(folder());
    await api.backups.makeNightly();
    expect(await readStatus()).toMatchObject({ failure: null });
  });

  it('a backup that another process is making is enough', async () => {
    await using _ = await openSnapshot(database.connectionString);
    const before = await listArchives();
    daysAhead = 5;
    await api.backups.makeNightly();
    expect(await listArchives()).toEqual(before);
    expect(await readStatus()).toMatchObject({ failure: null, is_running: true });
  });
});

describe('an interrupted backup', () => {
  it('leaves no archive, and the next backup succeeds', async () => {
    await rm(folder(), { recursive: true, force: true });
    await mkdir(folder());
    const blocking = new pg.Client({ connectionString: database.connectionString });
    await blocking.connect();
    await blocking.query('begin; lock table leads');
    daysAhead = 6;
    const making = api.backups.makeNightly();
    const waiting = `select from pg_stat_activity where datname = current_database()
      and application_name = 'backup' and wait_event_type = 'Lock'`;
    await expect.poll(() => query(database.connectionString, waiting)).toHaveLength(1);
    expect(await readdir(path.join(folder(), '.unfinished-backups'))).toHaveLength(1);
    await query(
      database.connectionString,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'backup'`,
    );
    await making;
    await blocking.end();
    expect(await readdir(folder())).toEqual(['files']);
    expect((await readStatus()).failure.reason).toMatch(/terminat/i);
    await expect.poll(listLocks).toEqual([]);
    await api.backups.makeNightly();
    expect(await listArchives()).toHaveLength(1);
  });
});

describe('a download', () => {
  const download = () => admin.asMentor('GET', '/api/backups/download');
  const toReadable = (body: unknown) => Readable.fromWeb(body as ReadableStream);

  it('a download is a portable backup, and completes the first step', async () => {
    const answer = await download();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="site-.*Z\.tar\.zst\.age"$/,
    );
    const { manifest } = await checkArchive(toReadable(answer.body), passphrase);
    const files = manifest.entries.filter(({ path: entry }) => entry.startsWith('files/'));
    expect(files).toHaveLength(namedFiles.length);
    await expect.poll(async () => (await readStatus()).last.kind).toBe('download');
    expect(await isStepDone()).toBe(true);
  });

  it('a download runs one at a time, can be cancelled, and is not started by HEAD', async () => {
    const asked = await admin.asMentor('HEAD', '/api/backups/download');
    expect(asked.status).toBe(200);
    const [first, second] = await Promise.all([download(), download()]);
    expect([first?.status, second?.status].sort()).toEqual([200, 409]);
    for (const { body } of [first, second]) await body?.cancel();
    await expect.poll(async () => (await readStatus()).is_running).toBe(false);
    await using _ = await openSnapshot(database.connectionString);
    const refused = await download();
    expect(refused.status).toBe(409);
    expect((await refused.json()).detail).toContain('A backup is running');
  });

  /** Downloads from a backup that writes these chunks and ends this way. */
  function downloadFrom(chunks: string[], end: BackupEnd | undefined, stallMs?: number) {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<BackupEnd>();
    const { download: start } = createBackupServices({
      db: api.db,
      log: api.log,
      now: () => new Date(),
      readTimeZone: async () => 'UTC',
      config: { isNightly: true, passphrase: undefined },
      run: () => ({
        content: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
        ended: end ? Promise.resolve(end) : stopped,
        stop: () => stop({ outcome: 'failed', said: 'It was cut off (SIGTERM).' }),
      }),
      ...(stallMs !== undefined && { stallMs }),
    });
    return { start, stopped };
  }

  const failed = { outcome: 'failed', said: 'The disk is full' } as const;

  it('a download is refused if the backup fails before its first byte', async () => {
    const { start } = downloadFrom([], failed);
    await expect(start()).rejects.toMatchObject({ status: 503, code: 'backup-failed' });
  });

  it('breaks off in the browser if the backup fails later, and is not recorded', async () => {
    const before = (await readStatus()).last;
    const { content } = await downloadFrom(['a'], failed).start();
    await expect(buffer(toReadable(content))).rejects.toThrow();
    expect((await readStatus()).last).toEqual(before);
  });

  it('ends the backup when the browser stops reading', async () => {
    const slow = downloadFrom(['a', 'b', 'c'], undefined, 1);
    const { content } = await slow.start();
    await slow.stopped;
    await expect(buffer(toReadable(content))).rejects.toThrow();
    const closed = downloadFrom(['a', 'b'], undefined);
    await (await closed.start()).content.cancel();
    await closed.stopped;
  });
});
