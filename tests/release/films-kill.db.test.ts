import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storageUrl } from '#rules/stored-file.ts';
import { describeFilm, ffmpeg } from '#tests/support/awkward-films.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, admin, connectionString } = await openTestSite();
const progress = path.join(api.dataDirectory, 'films-in-progress');
const program = path.resolve('tests/support/films-main.ts');

/** How long the film is, in seconds, and how often its conversion is killed. */
const seconds = 8;
const kills = 30;

let folder: string;
let film: Buffer;
/** How many bytes a whole conversion writes. */
let whole: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'films-'));
  const input = ['-f', 'lavfi', '-i', `testsrc2=duration=${seconds}:size=640x480:rate=24`];
  await ffmpeg([...input, '-c:v', 'mpeg4', '-q:v', '2', 'film.mov'], folder);
  film = await readFile(path.join(folder, 'film.mov'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns whether a program works in the folder of the conversion. */
async function isConverting(): Promise<boolean> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const place = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (place.startsWith(progress)) return true;
  }
  return false;
}

/** Returns how many bytes of renditions there are. */
async function countWritten(): Promise<number> {
  const names = await readdir(progress).catch(() => []);
  const sizes = names.map((name) =>
    stat(path.join(progress, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function listStored(): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of api.storage.list()) paths.push(found);
  return paths.sort();
}

const readFilm = async () =>
  (await api.pool.query('select state, percent, small_path from films')).rows[0];

const startConverting = () =>
  fork(program, [connectionString, api.dataDirectory], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

/** Starts a process that converts, and kills it once it has written some of the renditions. */
async function convertAndKill(written: number): Promise<void> {
  const child = startConverting();
  const ended = once(child, 'exit');
  await expect
    .poll(async () => child.exitCode !== null || (await countWritten()) >= written, {
      interval: 2,
    })
    .toBe(true);
  child.kill('SIGKILL');
  expect(await ended).not.toEqual([1, null]);
  // ffmpeg ends with its site.
  await expect.poll(isConverting).toBe(false);
}

const original = 'videos/1763712000000-gold.mov';
const id = randomUUID();

/** Stores a film that waits, in place of all others. */
async function addFilm(): Promise<void> {
  await api.pool.query('delete from films; delete from videos');
  for (const stored of await listStored()) await api.storage.delete(stored);
  await api.storage.put({ path: original, content: Readable.from([film]), size: film.length });
  await api.pool.query(
    `insert into videos (id, title, subtitle, video_url) values ($1, 'Gold', 'R450.01', $2)`,
    [id, storageUrl(original)],
  );
  await api.pool.query('insert into films (path) values ($1)', [original]);
}

it(`a film whose conversion is killed ${kills} times is whole at any time, and leaves no other file`, async () => {
  await addFilm();
  expect(await once(startConverting(), 'exit')).toEqual([0, null]);
  const sizes = (await listStored()).map(async (stored) => (await api.storage.find(stored))?.size);
  whole = (await Promise.all(sizes)).reduce<number>((sum, size = 0) => sum + size, 0);
  let finished = 0;
  for (let round = 0; round < kills; round += 1) {
    // The next film, if the last one was finished before its kill.
    if ((await readFilm()).state === 'ready') {
      finished += 1;
      await addFilm();
    }
    await convertAndKill(1 + Math.floor((round / kills) * whole));
    const { video_url: url } = await admin.read(`/api/videos/${id}`);
    const answer = await api.app.request(url);
    expect(answer.status).toBe(200);
    const served = path.join(folder, `served${path.extname(url)}`);
    await writeFile(served, Buffer.from(await answer.arrayBuffer()));
    expect(Number((await describeFilm(served)).format.duration)).toBeCloseTo(seconds, 0);
  }
  expect(await once(startConverting(), 'exit')).toEqual([0, null]);
  // Most kills came before the end.
  expect(finished).toBeLessThan(kills / 2);
  const { state, small_path: small } = await readFilm();
  expect(state).toBe('ready');
  const { video_url: url, poster_url: poster } = await admin.read(`/api/videos/${id}`);
  const named = [url, poster, storageUrl(small)].map((each) => each.slice(storageUrl('').length));
  expect(await listStored()).toEqual(named.sort());
  expect(await readdir(api.dataDirectory)).not.toContain('films-in-progress');
});
