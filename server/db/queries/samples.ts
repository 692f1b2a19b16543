import { inArray } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { blogPosts, courses, events, freebies, videos } from '#server/db/schema.ts';

const tables = { posts: blogPosts, events, courses, videos, freebies };
const kinds = Object.keys(tables) as (keyof typeof tables)[];

/** Records with ids of their own, by table. */
export type SampleRecords = {
  [Kind in keyof typeof tables]: ((typeof tables)[Kind]['$inferInsert'] & { id: string })[];
};

/** Adds the records that are missing by their ids, and touches no other. Returns how many it added. */
export async function addMissingSamples(db: Executor, records: SampleRecords): Promise<number> {
  let added = 0;
  for (const kind of kinds) {
    const insertion = db.insert(tables[kind]).values(records[kind] as never);
    added += (await insertion.onConflictDoNothing()).rowCount ?? 0;
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
