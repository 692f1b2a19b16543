import { and, eq, sql } from 'drizzle-orm';
import { changesOne, type Executor } from '#platform/db/executor.ts';
import { settings } from '#platform/db/schema/schema.ts';

/** Returns the value under this key, if there is one. */
export const findSetting = async (db: Executor, key: string): Promise<string | undefined> =>
  (await db.query.settings.findFirst({ where: eq(settings.key, key) }))?.value;

/** Stores a value, in place of the one before. */
export const putSetting = (db: Executor, key: string, value: string) =>
  db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });

/** Raises a number by one, from 0 where there is none yet, and returns it. */
export async function countUp(db: Executor, key: string): Promise<string> {
  const raised = sql`(${settings.value}::int + 1)::text`;
  const [row] = await db
    .insert(settings)
    .values({ key, value: '1' })
    .onConflictDoUpdate({ target: settings.key, set: { value: raised } })
    .returning({ value: settings.value });
  if (!row) throw new Error('A setting that was put has not come back');
  return row.value;
}

/** Takes a value away if it is this one. Of any number of callers at once, one gets true. */
export const takeSetting = (db: Executor, key: string, value: string) =>
  changesOne(db.delete(settings).where(and(eq(settings.key, key), eq(settings.value, value))));

/** Deletes what is under this key. */
export const deleteSetting = (db: Executor, key: string) =>
  db.delete(settings).where(eq(settings.key, key));
