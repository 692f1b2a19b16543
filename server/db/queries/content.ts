import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { blogPosts, courses, events, freebies, testimonials, videos } from '#server/db/schema.ts';
import { createRecordQueries } from './records.ts';

export const courseRecords = createRecordQueries(courses, courses.createdAt);
export const eventRecords = createRecordQueries(events, events.date);
export const freebieRecords = createRecordQueries(freebies, freebies.createdAt);
export const postRecords = createRecordQueries(blogPosts, blogPosts.date);
export const testimonialRecords = createRecordQueries(testimonials, testimonials.createdAt);
export const videoRecords = createRecordQueries(videos, videos.createdAt);

/** Returns all courses, in the order in which they were added. */
export const listCourses = (db: Executor) =>
  db.query.courses.findMany({
    columns: { id: true, title: true, price: true, description: true, features: true },
    where: isNull(courses.deletedAt),
    orderBy: [asc(courses.position), asc(courses.id)],
  });

/** Returns the events on `firstDay` (`YYYY-MM-DD`) or later, the next one first. */
export const listEventsFrom = (db: Executor, firstDay: string) =>
  db.query.events.findMany({
    columns: { createdAt: false, version: false, deletedAt: false },
    where: and(isNull(events.deletedAt), gte(events.date, firstDay)),
    orderBy: [asc(events.date), asc(events.time), asc(events.id)],
  });

/** Returns all free files, newest first. */
export const listFreebies = (db: Executor) =>
  db.query.freebies.findMany({
    columns: { id: true, title: true, fileUrl: true },
    where: isNull(freebies.deletedAt),
    orderBy: [desc(freebies.createdAt), desc(freebies.id)],
  });

/** Returns the uploaded testimonial pictures, newest first. */
export const listTestimonials = (db: Executor) =>
  db.query.testimonials.findMany({
    columns: { id: true, imageUrl: true },
    where: isNull(testimonials.deletedAt),
    orderBy: [desc(testimonials.position), desc(testimonials.id)],
  });

/** Returns all videos, newest first. */
export const listVideos = (db: Executor) =>
  db.query.videos.findMany({
    columns: { publishedAt: false, version: false, deletedAt: false },
    where: isNull(videos.deletedAt),
    orderBy: [desc(videos.createdAt), desc(videos.id)],
  });

const newestPosts = [desc(blogPosts.date), desc(blogPosts.id)];

/** Returns how many posts there are. */
export const countPosts = (db: Executor) => db.$count(blogPosts, isNull(blogPosts.deletedAt));

/** Returns some posts, newest first. `opening` is where a post begins: enough for an excerpt of one that has none. */
export const listPosts = (db: Executor, { limit, offset }: { limit: number; offset: number }) =>
  db.query.blogPosts.findMany({
    columns: { id: true, title: true, date: true, image: true, excerpt: true },
    extras: { opening: sql<string>`left(${blogPosts.content}, 2000)`.as('opening') },
    where: isNull(blogPosts.deletedAt),
    orderBy: newestPosts,
    limit,
    offset,
  });

/** Returns the newest posts with nothing but their days, at most `limit`. */
export const listPostDates = (db: Executor, limit: number) =>
  db.query.blogPosts.findMany({
    columns: { id: true, date: true },
    where: isNull(blogPosts.deletedAt),
    orderBy: newestPosts,
    limit,
  });

/** Returns one post, if it is there. `id` is a UUID. */
export const findPost = (db: Executor, id: string) =>
  db.query.blogPosts.findFirst({
    columns: { id: true, title: true, date: true, content: true, image: true, excerpt: true },
    where: and(eq(blogPosts.id, id), isNull(blogPosts.deletedAt)),
  });

const tables = { posts: blogPosts, events, courses, videos, freebies };
const kinds = Object.keys(tables) as (keyof typeof tables)[];

type SampleRecords = {
  [Kind in keyof typeof tables]: ((typeof tables)[Kind]['$inferInsert'] & { id: string })[];
};

/** Adds the records that are missing by their ids, those in the trash too, and touches no other. Returns how many it added. */
export async function addMissingSamples(db: Executor, records: SampleRecords): Promise<number> {
  let added = 0;
  for (const kind of kinds) {
    const { id, deletedAt } = tables[kind];
    const insertion = db.insert(tables[kind]).values(records[kind] as never);
    const { rowCount } = await insertion.onConflictDoUpdate({
      target: id,
      set: { deletedAt: null } as never,
      setWhere: isNotNull(deletedAt),
    });
    added += rowCount ?? 0;
  }
  return added;
}

/** Deletes the records with these ids. Returns how many there were. */
export async function deleteSamples(db: Executor, ids: string[]): Promise<number> {
  let deleted = 0;
  for (const kind of kinds) {
    const { rowCount } = await db.delete(tables[kind]).where(inArray(tables[kind].id, ids));
    deleted += rowCount ?? 0;
  }
  return deleted;
}
