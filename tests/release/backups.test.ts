import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileStorage } from '#platform/storage/file-storage.ts';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';
import { runBackups } from '#tests/support/backup-commands.ts';
import {
  fillDatabase,
  fillStorage,
  namedFiles,
  orphan,
  readFiles,
  readRows,
} from '#tests/support/backups.ts';
import { startDatabaseServer } from '#tests/support/database-server.ts';
import { writeLargeFile } from '#tests/support/large-file.ts';
import { inObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { sampleVideo } from '#tests/support/sample-files.ts';
import {
  createDirectory,
  isAlive,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from '#tests/support/site-process.ts';
import { findPostmaster, findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';

const megabyte = 1024 ** 2;
const passphrase = 'four words of a song';

let directory: string;
let sourceDirectory: string;
let site: SiteProcess | undefined;

beforeEach(async () => {
  directory = await createDirectory();
  sourceDirectory = await createSiteDirectory();
  site = undefined;
});
afterEach(async () => {
  await site?.end('SIGTERM');
  await removeDirectory(sourceDirectory);
  await removeDirectory(directory);
});

async function start(environment: Record<string, string>): Promise<void> {
  site = await runSite(environment);
  await site.untilReady();
}

const post = (path: string, body: object, cookie = '') =>
  fetch(new URL(path, site?.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });

async function signIn(): Promise<string> {
  const answer = await post('/api/auth/sign-in/email', mentor);
  expect(answer.status).toBe(200);
  return toCookie(answer.headers.getSetCookie());
}

/** Adds a second factor to the mentor's account. Returns its secret. */
async function addSecondFactor(): Promise<string> {
  const cookie = await signIn();
  const { password } = mentor;
  const { secret } = await (await post('/api/account/authenticator', { password }, cookie)).json();
  const code = showCode(secret);
  expect((await post('/api/account/authenticator/verify', { code }, cookie)).status).toBe(200);
  return secret;
}

/** Tables that a start or regular jobs write to. */
const changing = new Set(['rate_limits', 'settings', 'busy_calendars', 'mail_deliveries']);

it('restores a lost site on another database, with its files in a bucket', async () => {
  const kept = { BACKUP_DIR: path.join(directory, 'kept'), BACKUP_PASSPHRASE: passphrase };
  const source = { ...kept, DATA_DIR: sourceDirectory };
  await start({ ...source, ADMIN_EMAIL: mentor.email, ADMIN_PASSWORD: mentor.password });
  const secret = await addSecondFactor();
  await fillDatabase(await findPrivateDatabase(sourceDirectory));
  const storage = createFileStorage({ dataDirectory: sourceDirectory, objectStorage: undefined });
  await fillStorage(storage);
  expect(await runBackups(source, 'backup')).toMatchObject({ code: 0, errors: '' });
  const { [orphan]: _, ...files } = await readFiles(storage);
  const rows = await readRows(await findPrivateDatabase(sourceDirectory));
  const postmaster = await findPostmaster(sourceDirectory);
  await site?.end('SIGKILL');
  await until('its database to stop', () => !isAlive(postmaster));
  await removeDirectory(sourceDirectory);

  await using disposables = new AsyncDisposableStack();
  const store = await startObjectStore(directory);
  disposables.defer(store.close);
  const server = await startDatabaseServer();
  disposables.defer(server.stop);
  const target = {
    ...kept,
    ...inObjectStore(store),
    DATABASE_URL: server.site,
    DATA_DIR: path.join(directory, 'elsewhere'),
  };
  const { output: name } = await runBackups(target, 'restore', '--list');
  const restored = await runBackups(target, 'restore', name.trim());
  expect(restored).toMatchObject({ code: 0, errors: '' });
  const [, AUTH_SECRET = ''] = /^AUTH_SECRET=(.+)$/m.exec(restored.output) ?? [];
  await start({ ...target, AUTH_SECRET });
  disposables.defer(async () => void (await site?.end('SIGTERM')));

  const bucket = createFileStorage({ dataDirectory: directory, objectStorage: store.config });
  disposables.defer(bucket.close);
  expect(await readFiles(bucket)).toEqual(files);
  const after = await readRows(server.site);
  for (const table of Object.keys(rows).filter((one) => !changing.has(one))) {
    expect(after[table], table).toEqual(rows[table]);
  }
  const code = showNextCode(secret);
  expect((await post('/api/auth/challenge', { code }, await signIn())).status).toBe(200);
  const served = await fetch(new URL(`/storage/testimonials/${namedFiles[0]}`, site?.url));
  expect(served.status).toBe(200);
});

it('makes and restores a large backup in little memory', async () => {
  const folder = path.join(sourceDirectory, 'uploads/testimonials/videos');
  await mkdir(folder, { recursive: true });
  const size = 320 * megabyte;
  await writeLargeFile(path.join(folder, '1-lesson.mp4'), sampleVideo(64), size);
  await start({ DATA_DIR: sourceDirectory });
  const database = await findPrivateDatabase(sourceDirectory);
  await query(
    database,
    `insert into videos (title, subtitle, video_url) values ('T', 'S', '/storage/testimonials/videos/1-lesson.mp4')`,
  );
  await query(
    database,
    `insert into leads (name, email, source, message)
     select 'Many', 'many@example.com', 'Contact', repeat(md5(n::text), 60) from generate_series(1, 30000) as n`,
  );
  await site?.end('SIGTERM');

  const kept = { BACKUP_PASSPHRASE: passphrase, BACKUP_DIR: path.join(directory, 'kept') };
  const source = { ...kept, DATA_DIR: sourceDirectory };
  const target = { ...kept, DATA_DIR: path.join(directory, 'elsewhere') };
  const file = path.join(directory, 'backup.tar.zst.age');
  const peaks: number[] = [];
  const run = async (...args: Parameters<typeof runBackups>) => {
    const ran = await runBackups(...args);
    expect(ran).toMatchObject({ code: 0, errors: '' });
    peaks.push(Math.round(ran.peak / megabyte));
    return ran;
  };
  await run(source, 'backup', file);
  await run(source, 'backup');
  const { output: name } = await run(target, 'restore', '--list');
  await run(target, 'restore', name.trim());
  await run(target, 'restore', file, '--replace');
  expect(Math.max(...peaks), `peak memory was ${peaks.join(', ')} MB`).toBeLessThan(200);
});
