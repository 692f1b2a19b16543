import { Temporal } from 'temporal-polyfill';
import { samplePosts } from '#content/samples/posts.ts';
import {
  sampleCourses,
  sampleEvents,
  sampleFreebies,
  sampleVideos,
} from '#content/samples/records.ts';
import { toExcerpt } from '#domain/excerpt.ts';
import { posterPathOf, storageUrl } from '#domain/stored-file.ts';
import type { SampleRecords } from '#server/db/queries/samples.ts';

/** Stands where uploads have the time at which they came. */
const fixedTime = 1_767_225_600_000;

const postPicture = (name: string) => `blog/${fixedTime}-sample-${name}`;
const videoFile = (name: string) => `videos/${fixedTime}-sample-${name}`;
const freebieFile = (name: string) => `freebies/${fixedTime}-sample-${name}`;

/** Every file of the sample content: its path in the storage, and its name among the samples. */
export const sampleFiles: { path: string; name: string }[] = [
  ...samplePosts.flatMap(({ picture }) =>
    picture ? [{ path: postPicture(picture), name: picture }] : [],
  ),
  ...sampleVideos.flatMap(({ file, poster }) => [
    { path: videoFile(file), name: file },
    { path: posterPathOf(videoFile(file)), name: poster },
  ]),
  ...sampleFreebies.map(({ file }) => ({ path: freebieFile(file), name: file })),
];

/** The first day of this weekday (1 is Monday) that is not before the day given. */
const firstOn = (weekday: number, day: Temporal.PlainDate) =>
  day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });

/** The sample content as records. `installedOn` is a calendar day (`YYYY-MM-DD`). */
export function createSampleRecords(installedOn: string): SampleRecords {
  const today = Temporal.PlainDate.from(installedOn);
  return {
    posts: samplePosts.map(({ daysAgo, picture, ...post }) => ({
      ...post,
      date: today.subtract({ days: daysAgo }).toString(),
      image: picture ? storageUrl(postPicture(picture)) : null,
      excerpt: toExcerpt(post.content),
    })),
    events: sampleEvents.map(({ inDays, weekday, ...event }) => ({
      ...event,
      date: firstOn(weekday, today.add({ days: inDays })).toString(),
    })),
    courses: sampleCourses.map((course) => ({ ...course, features: [...course.features] })),
    videos: sampleVideos.map(({ id, title, subtitle, file }) => ({
      ...{ id, title, subtitle },
      videoUrl: storageUrl(videoFile(file)),
    })),
    freebies: sampleFreebies.map(({ id, title, file }) => ({
      ...{ id, title },
      fileUrl: storageUrl(freebieFile(file)),
    })),
  };
}
