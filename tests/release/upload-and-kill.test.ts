import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { hashBody, writeLargeFile } from '#tests/support/large-file.ts';
import { inObjectStore, type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { forgetPeak, readResidentMemory } from '#tests/support/process-memory.ts';
import { sendFile } from '#tests/support/resumable-client.ts';
import { sampleVideo } from '#tests/support/sample-files.ts';
import {
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from '#tests/support/site-process.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';
import { createTusClient } from '#tests/support/tus-client.ts';

const megabyte = 1024 ** 2;

/**
 * The most that the site's memory may grow during an upload of any size. V8 collects buffers after
 * every 64 MB of new ones.
 */
const maxGrowth = 96 * megabyte;

let directory: string;
let dataDirectory: string;
let port: string;
let store: ObjectStore | undefined;
let site: SiteProcess;
let cookie: string;

beforeEach(async () => {
  directory = await createDirectory();
  dataDirectory = await createSiteDirectory();
  port = String(await findFreePort());
  store = undefined;
  cookie = '';
});
afterEach(async () => {
  await site.end('SIGTERM');
  await store?.close();
  await removeDirectory(dataDirectory);
  await removeDirectory(directory);
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, site.url), { ...init, headers: { ...init.headers, Cookie: cookie } });

const post = (path: string, body: object) =>
  send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Starts the site, again on the same port and folder after each crash. */
async function start(): Promise<void> {
  site = await runSite({
    DATA_DIR: dataDirectory,
    PORT: port,
    ADMIN_EMAIL: mentor.email,
    ADMIN_PASSWORD: mentor.password,
    ...(store && inObjectStore(store)),
  });
  await site.untilReady();
}

async function signIn(): Promise<void> {
  const answer = await post('/api/auth/sign-in/email', mentor);
  expect(answer.status).toBe(200);
  cookie = toCookie(answer.headers.getSetCookie());
}

/**
 * Uses the memory that a process needs once in any case, such as compiled code, connections and
 * buffers.
 */
async function warmUp(): Promise<void> {
  const answer = await createTusClient(send).upload(sampleVideo(16 * megabyte), {
    kind: 'video',
    filename: 'small.mp4',
  });
  expect(answer.status).toBe(200);
  const { url } = await answer.json();
  expect((await (await send(url)).arrayBuffer()).byteLength).toBe(16 * megabyte);
}

/** Watches the memory from now on. Returns a function that returns its largest growth in bytes. */
function watchMemory(): () => number {
  const { pid } = site.process;
  if (pid === undefined) throw new Error('The site is not running');
  forgetPeak(pid);
  const { now } = readResidentMemory(pid);
  return () => readResidentMemory(pid).peak - now;
}

it.each([
  { place: 'the disk', size: 256 * megabyte },
  { place: 'an object store', size: 256 * megabyte },
])(
  'a video for $place arrives whole and in little memory, although the site is killed twice',
  async ({ place, size }) => {
    if (place === 'an object store') store = await startObjectStore(directory);
    const file = path.join(directory, 'lesson.mp4');
    const hash = await writeLargeFile(file, sampleVideo(64), size);
    await start();
    await signIn();
    await warmUp();

    const killAt = [size / 3, (2 * size) / 3];
    const growths: number[] = [];
    let growth = watchMemory();
    let restarted = Promise.resolve();
    let warm = Promise.resolve();
    const received = async (url: string) =>
      (await stat(path.join(dataDirectory, 'uploads-in-progress', path.basename(url)))).size;

    /** A part or two that is sent before the site is warm again counts as part of the warm-up. */
    async function restart(): Promise<void> {
      await start();
      warm = warmUp().then(() => {
        growth = watchMemory();
      });
      await warm;
    }

    const started = await sendFile({
      siteUrl: site.url,
      cookie,
      file,
      size,
      metadata: { kind: 'video', filename: 'lesson.mp4' },
      onRequest: () => warm,
      async onPart({ url, from, position }) {
        if (position < (killAt[0] ?? size)) return;
        killAt.shift();
        // In a bucket a part is only visible when it is complete.
        if (place === 'the disk')
          await until('some of the part to arrive', async () => (await received(url)) > from);
        growths.push(growth());
        await site.end('SIGKILL');
        restarted = restart();
      },
    });
    await restarted;
    expect(started).toHaveLength(1);
    expect(killAt).toEqual([]);

    const { url } = await (await send(`${started[0]}/finish`, { method: 'POST' })).json();
    const video = { id: randomUUID(), title: 'T', subtitle: 'S', video_url: url };
    expect((await post('/api/videos', video)).status).toBe(201);
    growths.push(growth());
    const served = await fetch(new URL(url, site.url));
    expect(served.headers.get('Content-Length')).toBe(String(size));
    expect(await hashBody(served)).toBe(hash);
    growths.push(growth());

    const shown = growths.map((bytes) => (bytes / megabyte).toFixed(1)).join(', ');
    expect(Math.max(...growths), `memory grew by ${shown} MB`).toBeLessThan(maxGrowth);
    // A finished upload keeps its record, not its bytes.
    const inProgress =
      place === 'the disk' ? dataDirectory : path.join(directory, 'objects/uploads');
    const left = await readdir(path.join(inProgress, 'uploads-in-progress'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    const bytes = left.filter((entry) => entry.isFile() && !entry.name.endsWith('.json'));
    expect(bytes.map(({ name }) => name)).toEqual([]);
  },
);
