import { count, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { blogPosts } from '#server/db/schema.ts';
import { createRecordQueries } from './records.ts';

const newestFirst = [desc(blogPosts.date), desc(blogPosts.id)];

/** How many posts there are. */
export async function countPosts(db: Executor): Promise<number> {
  const [row] = await db.select({ posts: count() }).from(blogPosts);
  return row?.posts ?? 0;
}

/**
 * Some posts, newest first, as a list needs them. `opening` is where a post begins:
 * enough for an excerpt of one that has none.
 */
export function listPosts(db: Executor, { limit, offset }: { limit: number; offset: number }) {
  return db
    .select({
      id: blogPosts.id,
      title: blogPosts.title,
      date: blogPosts.date,
      image: blogPosts.image,
      excerpt: blogPosts.excerpt,
      opening: sql<string>`left(${blogPosts.content}, 2000)`,
    })
    .from(blogPosts)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
}

/** The newest posts with nothing but their days, at most `limit`. */
export function listPostDates(db: Executor, limit: number) {
  return db
    .select({ id: blogPosts.id, date: blogPosts.date })
    .from(blogPosts)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** One post, if it is there. `id` is a UUID. */
export async function findPost(db: Executor, id: string) {
  const [row] = await db
    .select({
      id: blogPosts.id,
      title: blogPosts.title,
      date: blogPosts.date,
      image: blogPosts.image,
      excerpt: blogPosts.excerpt,
      content: blogPosts.content,
    })
    .from(blogPosts)
    .where(eq(blogPosts.id, id));
  return row;
}

/** What the admin does with posts. */
export const postRecords = createRecordQueries({
  table: blogPosts,
  columns: {
    id: blogPosts.id,
    title: blogPosts.title,
    date: blogPosts.date,
    content: blogPosts.content,
    image: blogPosts.image,
    excerpt: blogPosts.excerpt,
    created_at: blogPosts.createdAt,
  },
  newest: blogPosts.date,
});
