import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileStorage } from '#server/storage/file-storage.ts';
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
import { contactBody } from '#tests/support/lead-bodies.ts';
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
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  directory = await createDirectory();
  sourceDirectory = await createSiteDirectory();
  site = undefined;
});
afterEach(async () => {
  await site?.end('SIGTERM');
  for (const close of closing.splice(0)) await close();
  await removeDirectory(sourceDirectory);
  await removeDirectory(directory);
});

async function start(environment: Record<string, string>): Promise<SiteProcess> {
  site = await runSite(environment);
  await site.untilReady();
  return site;
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
  const factor = { friendlyName: 'Phone', password };
  const { id, secret } = await (await post('/api/account/factors', factor, cookie)).json();
  const code = showCode(secret);
  expect((await post(`/api/account/factors/${id}/verify`, { code }, cookie)).status).toBe(200);
  return secret;
}

const openStorage = (dataDirectory: string) =>
  createFileStorage({ dataDirectory, objectStorage: undefined });

/** A new place for the site. */
interface Place {
  environment: Record<string, string>;
  readFiles: () => ReturnType<typeof readFiles>;
  findDatabase: () => Promise<string>;
}

async function prepareFolderAndBucket(): Promise<Place> {
  const store = await startObjectStore(directory);
  const storage = createFileStorage({ dataDirectory: directory, objectStorage: store.config });
  closing.push(async () => storage.close(), store.close);
  const dataDirectory = path.join(directory, 'elsewhere');
  return {
    environment: { DATA_DIR: dataDirectory, ...inObjectStore(store) },
    readFiles: () => readFiles(storage),
    findDatabase: () => findPrivateDatabase(dataDirectory),
  };
}

async function prepareServer(): Promise<Place> {
  const server = await startDatabaseServer();
  closing.push(server.stop);
  const dataDirectory = path.join(directory, 'elsewhere');
  return {
    environment: { DATA_DIR: dataDirectory, DATABASE_URL: server.site },
    readFiles: () => readFiles(openStorage(dataDirectory)),
    findDatabase: async () => server.site,
  };
}

/** Sends messages, three at a time, until it is stopped. Returns the ids of those that were taken. */
function sendMessages() {
  const taken: string[] = [];
  let isOver = false;
  const send = async () => {
    while (!isOver) {
      const body = contactBody();
      if ((await post('/api/leads', body)).status === 201) taken.push(body.id);
    }
  };
  const sending = Promise.all([send(), send(), send()]);
  return {
    taken,
    async stop() {
      isOver = true;
      await sending;
    },
  };
}

describe('the drill', () => {
  it.each([
    { place: 'another folder with files in a bucket', prepare: prepareFolderAndBucket },
    { place: 'a database of its own', prepare: prepareServer },
  ])('restores a lost site in $place, row for row, file for file', async ({ prepare }) => {
    const file = path.join(directory, 'backup.tar.zst.age');
    const source = { DATA_DIR: sourceDirectory, BACKUP_PASSPHRASE: passphrase };
    await start({ ...source, ADMIN_EMAIL: mentor.email, ADMIN_PASSWORD: mentor.password });
    const secret = await addSecondFactor();
    await fillDatabase(await findPrivateDatabase(sourceDirectory));
    await fillStorage(openStorage(sourceDirectory));

    const messages = sendMessages();
    await expect.poll(() => messages.taken.length).toBeGreaterThan(5);
    const before = [...messages.taken];
    const made = await runBackups(source, 'backup', file);
    await messages.stop();
    expect(made).toMatchObject({ code: 0, errors: '' });
    const files = await readFiles(openStorage(sourceDirectory));
    const rows = await readRows(await findPrivateDatabase(sourceDirectory));
    const postmaster = await findPostmaster(sourceDirectory);
    await site?.end('SIGKILL');
    await until('its database to be gone', () => !isAlive(postmaster));
    await removeDirectory(sourceDirectory);

    const place = await prepare();
    const { environment } = place;
    const refused = await runBackups(environment, 'restore', file);
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringContaining('BACKUP_PASSPHRASE'),
    });
    const restored = await runBackups(
      { ...environment, ...{ BACKUP_PASSPHRASE: passphrase } },
      'restore',
      file,
    );
    expect(restored).toMatchObject({ code: 0, errors: '' });
    const given = /^AUTH_SECRET=.+$/m.exec(restored.output)?.[0].slice('AUTH_SECRET='.length);

    await start({ ...environment, ...(given && { AUTH_SECRET: given }) });
    delete files[orphan];
    expect(await place.readFiles()).toEqual(files);
    expect(Object.keys(files)).toEqual(namedFiles);
    const after = await readRows(await place.findDatabase());
    // The backup has what was written before its one moment, and nothing later.
    const leads = after.leads?.map((row) => JSON.parse(row).id);
    expect(leads).toEqual(expect.arrayContaining(before));
    expect(rows.leads).toEqual(expect.arrayContaining(after.leads ?? []));
    expect(Object.keys(after)).toEqual(Object.keys(rows));
    for (const table of Object.keys(rows).filter((name) => !moving.has(name))) {
      expect(after[table], table).toEqual(rows[table]);
    }

    const first = await signIn();
    expect((await post('/api/auth/challenge', { code: showNextCode(secret) }, first)).status).toBe(
      200,
    );
    const served = await fetch(new URL(`/storage/testimonials/${namedFiles[0]}`, site?.url));
    expect(served.status).toBe(200);
  });
});

/** Tables that the messages of the test, a start or regular jobs write to. */
const moving = new Set([
  ...['leads', 'lead_totals', 'leads_by_hour', 'contact_sums', 'mail_deliveries', 'mail_handovers'],
  ...['rate_limits', 'settings', 'busy_calendars'],
]);

it('a large backup takes little memory, there and back', async () => {
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
  expect(Math.max(...peaks), `they took ${peaks.join(', ')} MB`).toBeLessThan(200);
});
