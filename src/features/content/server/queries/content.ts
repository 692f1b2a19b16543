import {
  and,
  asc,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import {
  blogPosts,
  courses,
  events,
  freebies,
  testimonials,
  videos,
} from '#platform/db/schema/content-schema.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { isUnpaid } from '#platform/db/unpaid-orders.ts';
import { planCourseIds } from '#rules/plan-courses.ts';
import { afterMillisecond, createRecordQueries, isPublicAt } from './records.ts';

/** A plan card shows its course already. */
const isNoPlanCourse = notInArray(courses.id, [...planCourseIds]);

export const courseRecords = createRecordQueries(
  courses,
  { first: courses.position },
  isNoPlanCourse,
);
export const eventRecords = createRecordQueries(events, { newest: events.date });
export const freebieRecords = createRecordQueries(freebies, { newest: freebies.createdAt });
export const postRecords = createRecordQueries(blogPosts, { newest: blogPosts.date });
export const testimonialRecords = createRecordQueries(testimonials, {
  newest: testimonials.position,
});
export const videoRecords = createRecordQueries(videos, { newest: videos.createdAt });

const isPublicCourse = (now: Date) =>
  and(isNull(courses.deletedAt), isPublicAt(courses, now), isNoPlanCourse);

/** Returns the courses that visitors see at an instant, in the mentor's order. */
export const listCourses = (db: Executor, now: Date) =>
  db.query.courses.findMany({
    columns: {
      id: true,
      title: true,
      price: true,
      amountCents: true,
      description: true,
      features: true,
      sessions: true,
    },
    where: isPublicCourse(now),
    orderBy: [asc(courses.position), asc(courses.id)],
  });

/** Returns how many sessions courses include, by id of the course. */
export async function countIncludedSessions(db: Executor, ids: readonly string[]) {
  const rows = await db.query.courses.findMany({
    columns: { id: true, sessions: true },
    where: and(inArray(courses.id, [...ids]), isNull(courses.deletedAt)),
  });
  return new Map(rows.map(({ id, sessions }) => [id, sessions]));
}

/** Returns a course that visitors see at an instant, in any transaction. */
export const findPublicCourse = (db: Executor, id: string, now: Date) =>
  db.query.courses.findFirst({ where: and(eq(courses.id, id), isPublicCourse(now)) });

/** Returns the names in addresses that begin like this one, of other courses. */
export async function listSlugsLike(db: Executor, slug: string, otherThan: string) {
  const rows = await db.query.courses.findMany({
    columns: { id: true, slug: true },
    where: or(eq(courses.slug, slug), like(courses.slug, `${slug}-%`)),
  });
  return rows.flatMap((row) => (row.id === otherThan ? [] : (row.slug ?? [])));
}

/** Returns whether a course was ever given to a customer, one has access at an instant, or an unpaid order is for it. */
export async function findAccessTo(db: Executor, courseId: string, now: Date) {
  const given = await db.query.entitlements.findMany({
    columns: { endsAt: true, revokedAt: true },
    where: eq(entitlements.courseId, courseId),
  });
  const isOpen = given.some(({ endsAt, revokedAt }) => !revokedAt && (!endsAt || endsAt > now));
  const isOrdered = (await db.$count(orders, and(eq(orders.courseId, courseId), isUnpaid))) > 0;
  return { isGiven: given.length > 0, isOpen, isOrdered };
}

/** Returns a course that is not in the trash, in any transaction. */
export const findCourse = (db: Executor, id: string) =>
  db.query.courses.findFirst({ where: and(eq(courses.id, id), isNull(courses.deletedAt)) });

/** Returns the events on or after `firstDay` (`YYYY-MM-DD`), the next one first. */
export const listEventsFrom = (db: Executor, firstDay: string) =>
  db.query.events.findMany({
    columns: { createdAt: false, version: false, deletedAt: false },
    where: and(isNull(events.deletedAt), gte(events.date, firstDay)),
    orderBy: [asc(events.date), asc(events.time), asc(events.id)],
  });

/** Returns the free files that visitors see at an instant, newest first. */
export const listFreebies = (db: Executor, now: Date) =>
  db.query.freebies.findMany({
    columns: { id: true, title: true, fileUrl: true },
    where: and(isNull(freebies.deletedAt), isPublicAt(freebies, now)),
    orderBy: [desc(freebies.createdAt), desc(freebies.id)],
  });

/** Returns the testimonials that visitors see at an instant, in the mentor's order. */
export const listTestimonials = (db: Executor, now: Date) =>
  db.query.testimonials.findMany({
    columns: { id: true, imageUrl: true, alt: true, name: true, words: true },
    where: and(isNull(testimonials.deletedAt), isPublicAt(testimonials, now)),
    orderBy: [desc(testimonials.position), desc(testimonials.id)],
  });

/** Returns the videos that visitors see at an instant, newest first. */
export const listVideos = (db: Executor, now: Date) =>
  db.query.videos.findMany({
    columns: { publishedAt: false, version: false, deletedAt: false },
    where: and(isNull(videos.deletedAt), isPublicAt(videos, now)),
    orderBy: [desc(videos.createdAt), desc(videos.id)],
  });

const newestPosts = [desc(blogPosts.date), desc(blogPosts.id)];

/** A post's content without its pictures and the marks of its headings and list items. */
const unmarked = sql`regexp_replace(${blogPosts.content}, '(?n)!\\[[^][]*\\]\\([^()\\s]+\\)|^(#{2,3}|[-•]) ', '', 'g')`;

/** The number of words of a post. */
const wordCount = sql<number>`cardinality(regexp_split_to_array(trim(${unmarked}), '\\s+'))`;

const isPublicPost = (now: Date) => and(isNull(blogPosts.deletedAt), isPublicAt(blogPosts, now));

/** How much of a post is searched, in characters, because posts can have megabytes. */
const searchedLength = 20_000;

const searchedText = sql`(${blogPosts.title} || ' ' || left(case when ${blogPosts.content} like '%![%' then ${unmarked} else ${blogPosts.content} end, ${sql.raw(String(searchedLength))}))`;

/** Public posts that contain all of these words, in any case. */
const isFoundPost = (now: Date, words: string[] = []) =>
  and(
    isPublicPost(now),
    ...words.map((word) => ilike(searchedText, `%${word.replace(/[\\%_]/g, '\\$&')}%`)),
  );

/** Returns how many posts visitors see at an instant, optionally only posts with these words. */
export const countPosts = (db: Executor, now: Date, words?: string[]) =>
  db.$count(blogPosts, isFoundPost(now, words));

/**
 * Returns a page of the posts that visitors see at an instant, newest first. `opening` is long
 * enough for the excerpt of a post without a stored one.
 */
export const listPosts = (
  db: Executor,
  { now, limit, offset, words }: { now: Date; limit: number; offset: number; words?: string[] },
) =>
  db.query.blogPosts.findMany({
    columns: {
      id: true,
      title: true,
      topic: true,
      date: true,
      image: true,
      imageAlt: true,
      excerpt: true,
    },
    extras: {
      opening: sql<string>`left(${blogPosts.content}, 2000)`.as('opening'),
      words: wordCount.as('words'),
    },
    where: isFoundPost(now, words),
    orderBy: newestPosts,
    limit,
    offset,
  });

/** Returns the ids and the days of the newest posts. */
export const listPostDates = (db: Executor, { now, limit }: { now: Date; limit: number }) =>
  db.query.blogPosts.findMany({
    columns: { id: true, date: true },
    where: isPublicPost(now),
    orderBy: newestPosts,
    limit,
  });

/** Returns a post, if visitors see it at that instant. */
export const findPost = (db: Executor, id: string, now: Date) =>
  db.query.blogPosts.findFirst({
    columns: {
      id: true,
      title: true,
      topic: true,
      date: true,
      content: true,
      image: true,
      imageAlt: true,
      excerpt: true,
    },
    extras: { words: wordCount.as('words') },
    where: and(eq(blogPosts.id, id), isPublicPost(now)),
  });

/** Returns the previous and the next post that visitors see at that instant. */
export async function findAdjacentPosts(
  db: Executor,
  { id, date }: { id: string; date: string },
  now: Date,
) {
  const key = sql`(${blogPosts.date}, ${blogPosts.id})`;
  const find = (isBeside: SQL, orderBy: SQL[]) =>
    db.query.blogPosts.findFirst({
      columns: { id: true, title: true },
      where: and(isPublicPost(now), isBeside),
      orderBy,
    });
  const own = sql`(${date}::date, ${id}::uuid)`;
  const [previous, next] = await Promise.all([
    find(sql`${key} < ${own}`, newestPosts),
    find(sql`${key} > ${own}`, [asc(blogPosts.date), asc(blogPosts.id)]),
  ]);
  return { previous: previous ?? null, next: next ?? null };
}

const published = sql.raw(
  ['blog_posts', 'courses', 'videos', 'freebies', 'testimonials']
    .map((table) => `select published_at from ${table} where deleted_at is null`)
    .join(' union all '),
);

/** Returns the instant of the next publication after this one, if any. */
export async function findNextPublication(db: Executor, after: Date): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select to_json(min(published_at)) as at from (${published}) as row where published_at >= ${afterMillisecond(after)}`,
  );
  const at = rows[0]?.at;
  return at ? new Date(at) : undefined;
}

const tables = { posts: blogPosts, events, courses, videos, freebies };
const kinds = Object.keys(tables) as (keyof typeof tables)[];

type SampleRecords = {
  [Kind in keyof typeof tables]: ((typeof tables)[Kind]['$inferInsert'] & { id: string })[];
};

/** Adds missing records and restores those in the trash. Returns how many it added. */
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

/** Deletes the records with these ids. Returns how many it deleted. */
export async function deleteSamples(db: Executor, ids: string[]): Promise<number> {
  let deleted = 0;
  for (const kind of kinds) {
    const { rowCount } = await db.delete(tables[kind]).where(inArray(tables[kind].id, ids));
    deleted += rowCount ?? 0;
  }
  return deleted;
}

/** Counts the records with these ids, without those in the trash. */
export async function countSamples(db: Executor, ids: string[]): Promise<number> {
  const counts = kinds.map((kind) => {
    const { id, deletedAt } = tables[kind];
    return db.$count(tables[kind], and(inArray(id, ids), isNull(deletedAt)));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
