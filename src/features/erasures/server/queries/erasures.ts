import { desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { erasures } from '#platform/db/schema/person-schema.ts';
import type { ErasureCounts } from '#rules/personal-records.ts';

export type ErasureRow = typeof erasures.$inferSelect;

/** Returns all erasures, newest first. */
export const listErasures = (db: Executor): Promise<ErasureRow[]> =>
  db.select().from(erasures).orderBy(desc(erasures.erasedAt), desc(erasures.id));

/** Inserts an erasure unless it exists. */
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
    // Not `now()`, the start of the transaction, which may have waited for a lock since.
    .values({ erasedAt: sql`clock_timestamp()`, ...erasure, counts: counts as ErasureCounts })
    .onConflictDoNothing();

/** Adds the files that a process has erased from its disk. */
export const addToErasure = (
  db: Executor,
  id: string,
  found: { recordIds: string[]; journalEntries: number; files: number },
) => {
  const add = (kind: 'journal_entries' | 'files', count: number) =>
    sql`jsonb_build_object(${kind}::text, (${erasures.counts} ->> ${kind}::text)::int + ${count}::int)`;
  return db
    .update(erasures)
    .set({
      recordIds: sql`${erasures.recordIds} || ${sql.param(found.recordIds)}::uuid[]`,
      counts: sql`${erasures.counts} || ${add('journal_entries', found.journalEntries)} || ${add('files', found.files)}`,
    })
    .where(eq(erasures.id, id));
};
