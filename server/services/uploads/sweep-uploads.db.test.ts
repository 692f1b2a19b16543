import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { storageUrl } from '#domain/stored-file.ts';
import { videos } from '#server/db/schema.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString });
});
afterEach(async () => {
  await api.db.delete(videos);
  for (const name of await listStored()) await api.storage.delete(name);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

async function listStored(): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of api.storage.list()) paths.push(found);
  return paths.sort();
}

/** Puts a file into the storage that is older than anybody takes to save what belongs to it. */
async function putOld(name: string): Promise<void> {
  await api.storage.put({ path: name, content: Readable.from(['x']), size: 1 });
  const weekAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
  await utimes(path.join(api.dataDirectory, 'uploads/testimonials', name), weekAgo, weekAgo);
}

const video = (name: string) => ({ title: 'T', subtitle: 'S', videoUrl: storageUrl(name) });

it.each(['videos/1-a.mp4', 'videos/1-a.webm', 'videos/1-a.mov', 'videos/1-a.jpg.MP4'])(
  'keeps the poster of %s with it, and takes both',
  async (name) => {
    await putOld(name);
    await putOld(`${name}.jpg`);
    await api.db.insert(videos).values(video(name));
    await api.services.uploads.sweep();
    expect(await listStored()).toEqual([name, `${name}.jpg`]);
    await api.db.delete(videos);
    await api.services.uploads.sweep();
    expect(await listStored()).toEqual([]);
  },
);

it.each(['1-a.mp4.jpg', 'blog/1-a.mp4.jpg', 'videos/1-a.mp4.png'])(
  'takes %s, which is no poster, though a video is named like it',
  async (name) => {
    await putOld(name);
    await api.db.insert(videos).values(video(name.replace(/\.\w+$/, '')));
    await api.services.uploads.sweep();
    expect(await listStored()).toEqual([]);
  },
);

it('goes through any number of files', async () => {
  const names = Array.from({ length: 401 }, (_, index) => `freebies/${index}-a.pdf`);
  await Promise.all(names.map(putOld));
  await api.storage.put({ path: 'freebies/1-new.pdf', content: Readable.from(['x']), size: 1 });
  await api.services.uploads.sweep();
  expect(await listStored()).toEqual(['freebies/1-new.pdf']);
  expect(api.logged()).toContain('"orphans":401');
});

it('keeps a file that a record comes to name while it is about to be deleted', async () => {
  const name = 'videos/1-a.mp4';
  await putOld(name);
  const saving = new pg.Client({ connectionString: database.connectionString });
  await saving.connect();
  await saving.query('begin');
  // As saving a record does (services/records): no file goes meanwhile.
  await saving.query('select pg_advisory_xact_lock_shared(7201144)');
  await saving.query(`insert into videos (title, subtitle, video_url) values ('T', 'S', $1)`, [
    storageUrl(name),
  ]);
  const swept = api.services.uploads.sweep();
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(() => query(database.connectionString, waiting)).toHaveLength(1);
  await saving.query('commit');
  await saving.end();
  await swept;
  expect(await listStored()).toEqual([name]);
});
