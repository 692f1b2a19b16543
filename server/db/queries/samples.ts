import { inArray } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { blogPosts, courses, events, freebies, videos } from '#server/db/schema.ts';

/** Records with ids of their own, by table. */
export interface SampleRecords {
  posts: (typeof blogPosts.$inferInsert & { id: string })[];
  events: (typeof events.$inferInsert & { id: string })[];
  courses: (typeof courses.$inferInsert & { id: string })[];
  videos: (typeof videos.$inferInsert & { id: string })[];
  freebies: (typeof freebies.$inferInsert & { id: string })[];
}

const tables = { posts: blogPosts, events, courses, videos, freebies };
const kinds = Object.keys(tables) as (keyof SampleRecords)[];

/** Adds the records that are missing by their ids, and touches no other. Answers how many it added. */
export async function addMissingSamples(db: Executor, records: SampleRecords): Promise<number> {
  let added = 0;
  for (const kind of kinds) {
    const rows = await db
      .insert(tables[kind])
      .values(records[kind] as never)
      .onConflictDoNothing()
      .returning({ id: tables[kind].id });
    added += rows.length;
  }
  return added;
}

/** Deletes the records with these ids. Answers how many there were. */
export async function deleteSamples(db: Executor, ids: string[]): Promise<number> {
  let deleted = 0;
  for (const kind of kinds) {
    const table = tables[kind];
    const rows = await db.delete(table).where(inArray(table.id, ids)).returning({ id: table.id });
    deleted += rows.length;
  }
  return deleted;
}
