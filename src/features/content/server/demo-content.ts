import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Temporal } from 'temporal-polyfill';
import samples from '#content/samples/samples.json';
import { toExcerpt } from '#features/content/rules/post-content.ts';
import type { Database } from '#platform/db/executor.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { storageUrl } from '#rules/stored-file.ts';
import { addMissingSamples, countSamples, deleteSamples } from './queries/content.ts';

interface DemoOptions {
  db: Database;
  storage: FileStorage;
}

/** Returns the storage path of a sample file. The number replaces the upload time in the path. */
const toPath = (folder: string, name: string) => `${folder}/1767225600000-sample-${name}`;

/** Every sample file: its path in the storage, and its name in the samples folder. */
const files = [
  ...samples.posts.flatMap(({ picture }) =>
    picture ? [{ target: toPath('blog', picture), name: picture }] : [],
  ),
  ...samples.videos.flatMap(({ file, poster }) => [
    { target: toPath('videos', file), name: file },
    { target: toPath('videos', poster), name: poster },
  ]),
  ...samples.freebies.map(({ file }) => ({ target: toPath('freebies', file), name: file })),
];

/** Returns the first day with this weekday (1 is Monday) on or after a day. */
const firstOn = (weekday: number, day: Temporal.PlainDate) =>
  day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });

/** Returns the dated samples as records: posts before a day (`YYYY-MM-DD`), events after it. */
export function datedRecords(installedOn: string) {
  const today = Temporal.PlainDate.from(installedOn);
  return {
    posts: samples.posts.map(({ daysAgo, picture, ...post }) => ({
      ...post,
      date: today.subtract({ days: daysAgo }).toString(),
      image: picture && storageUrl(toPath('blog', picture)),
    })),
    // Their titles may name the weekday.
    events: samples.events.map(({ inDays, weekday, ...event }) => ({
      ...event,
      date: firstOn(weekday, today.add({ days: inDays })).toString(),
    })),
  };
}

/**
 * Adds missing sample content, by id or path. Files are stored first, so that no record points to a
 * missing one.
 */
export async function installDemo({
  db,
  storage,
  samplesDirectory,
  today,
}: DemoOptions & { samplesDirectory: string; today: string }) {
  let added = 0;
  for (const { target, name } of files) {
    if (await storage.find(target)) continue;
    const source = path.join(samplesDirectory, 'files', name);
    const { size } = await stat(source);
    await storage.put({ path: target, content: createReadStream(source), size });
    added += 1;
  }
  const { posts, events } = datedRecords(today);
  const records = {
    events,
    courses: samples.courses,
    posts: await Promise.all(
      posts.map(async ({ text, ...post }) => {
        const content = (await readFile(path.join(samplesDirectory, 'posts', text), 'utf8')).trim();
        return { ...post, content, excerpt: toExcerpt(content) };
      }),
    ),
    videos: samples.videos.map(({ file, poster, ...video }) => ({
      ...video,
      videoUrl: storageUrl(toPath('videos', file)),
      posterUrl: storageUrl(toPath('videos', poster)),
    })),
    freebies: samples.freebies.map(({ file, ...freebie }) => ({
      ...freebie,
      fileUrl: storageUrl(toPath('freebies', file)),
    })),
  };
  return {
    records: await db.transaction((transaction) => addMissingSamples(transaction, records)),
    files: added,
  };
}

const sampleIds = Object.values(samples).flatMap((records) => records.map(({ id }) => id));

/** Returns how many records of the sample content the site has, without those in the trash. */
export const countDemo = ({ db }: Pick<DemoOptions, 'db'>) => countSamples(db, sampleIds);

/** Removes the sample content, also from the trash. */
export async function removeDemo({ db, storage }: DemoOptions) {
  const records = await db.transaction((transaction) => deleteSamples(transaction, sampleIds));
  let removed = 0;
  for (const { target } of files) {
    if (!(await storage.find(target))) continue;
    await storage.delete(target);
    removed += 1;
  }
  return { records, files: removed };
}
