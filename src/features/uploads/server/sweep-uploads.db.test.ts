import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { expect, it } from 'vitest';
import { videos } from '#platform/db/schema/content-schema.ts';
import { storageUrl } from '#rules/stored-file.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';

const { api, connectionString } = await openTestSite();

async function listStored(): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of api.storage.list()) paths.push(found);
  return paths.sort();
}

/** Stores a file that is old enough to be swept if no record names it. */
async function putOld(name: string): Promise<void> {
  await api.storage.put({ path: name, content: Readable.from(['x']), size: 1 });
  const weekAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
  await utimes(path.join(api.dataDirectory, 'uploads/testimonials', name), weekAgo, weekAgo);
}

const video = (name: string) => ({ title: 'T', subtitle: 'S', videoUrl: storageUrl(name) });

it('keeps the files of a video, and deletes them with it', async () => {
  const film = 'videos/1-a.mp4';
  const poster = 'videos/2-poster.jpg';
  for (const name of [film, poster]) await putOld(name);
  await api.db.insert(videos).values({ ...video(film), posterUrl: storageUrl(poster) });
  await api.services.uploads.sweep();
  expect(await listStored()).toEqual([film, poster]);
  await api.db.delete(videos);
  await api.services.uploads.sweep();
  expect(await listStored()).toEqual([]);
});

it('sets a poster that an earlier version stored next to its video', async () => {
  const film = 'videos/1-a.mp4';
  for (const name of [film, `${film}.jpg`, 'videos/2-b.mp4.jpg']) await putOld(name);
  await api.db.insert(videos).values([video(film), video('videos/3-c.mp4')]);
  await api.services.uploads.sweep();
  expect(await listStored()).toEqual([film, `${film}.jpg`]);
  const rows = await api.db.select({ posterUrl: videos.posterUrl }).from(videos);
  expect(rows.map(({ posterUrl }) => posterUrl).sort()).toEqual([storageUrl(`${film}.jpg`), null]);
});

it('handles any number of files', async () => {
  const names = Array.from({ length: 401 }, (_, index) => `freebies/${index}-a.pdf`);
  await Promise.all(names.map(putOld));
  await api.storage.put({ path: 'freebies/1-new.pdf', content: Readable.from(['x']), size: 1 });
  await api.services.uploads.sweep();
  expect(await listStored()).toEqual(['freebies/1-new.pdf']);
  expect(api.logged()).toContain('"orphans":401');
});

it('keeps a file that a record starts to use just before the deletion', async () => {
  const name = 'videos/1-a.mp4';
  await putOld(name);
  const saving = new pg.Client({ connectionString: connectionString });
  await saving.connect();
  await saving.query('begin');
  // Saving a record takes this lock, so that no file is deleted meanwhile.
  await saving.query('select pg_advisory_xact_lock_shared(7201144)');
  await saving.query(`insert into videos (title, subtitle, video_url) values ('T', 'S', $1)`, [
    storageUrl(name),
  ]);
  const swept = api.services.uploads.sweep();
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(() => query(connectionString, waiting)).toHaveLength(1);
  await saving.query('commit');
  await saving.end();
  await swept;
  expect(await listStored()).toEqual([name]);
});
