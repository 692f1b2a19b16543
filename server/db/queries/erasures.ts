import { desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ErasureCounts } from '#domain/person.ts';
import type { Executor } from '#server/db/executor.ts';
import { erasures } from '#server/db/schema.ts';

export type ErasureRow = typeof erasures.$inferSelect;

/** Returns every erasure, the last first. */
export const listErasures = (db: Executor): Promise<ErasureRow[]> =>
  db.select().from(erasures).orderBy(desc(erasures.erasedAt), desc(erasures.id));

/** Returns the ids of those that the files of the database may still hold something of. */
export async function listUnscrubbed(db: Executor): Promise<string[]> {
  const found = await db
    .select({ id: erasures.id })
    .from(erasures)
    .where(isNull(erasures.scrubbedAt));
  return found.map(({ id }) => id);
}

/** Notes that the files of the database were written anew after these were erased. */
export const noteScrubbed = (db: Executor, ids: string[]) =>
  db.update(erasures).set({ scrubbedAt: sql`now()` }).where(inArray(erasures.id, ids));

/** Keeps an erasure, or what another list knows of one. */
export const insertErasure = (
  db: Executor,
  {
    counts,
    ...erasure
  }: Omit<typeof erasures.$inferInsert, 'counts'> & {
    counts: Record<string, number>;
  },
) =>
  db
    .insert(erasures)
    // Not when the transaction began: it may have waited for a mail on its way out.
    .values({ erasedAt: sql`clock_timestamp()`, ...erasure, counts: counts as ErasureCounts })
    .onConflictDoNothing();

/** Adds what a process has found on its own disk. */
export const addToErasure = (
  db: Executor,
  id: string,
  found: { recordIds: string[]; counts: Partial<ErasureCounts> },
) => {
  const more = Object.entries(found.counts).map(
    ([kind, count]) =>
      sql`jsonb_build_object(${kind}::text, coalesce((${erasures.counts} ->> ${kind}::text)::int, 0) + ${count}::int)`,
  );
  return db
    .update(erasures)
    .set({
      recordIds: sql`${erasures.recordIds} || ${sql.param(found.recordIds)}::uuid[]`,
      counts: sql.join([sql`${erasures.counts}`, ...more], sql` || `),
    })
    .where(eq(erasures.id, id));
};
