import { and, eq, sql } from 'drizzle-orm';
import { changesOne, type Executor } from '#platform/db/executor.ts';
import { settings } from '#platform/db/schema/schema.ts';

/** Returns the value of a key, if there is one. */
export const findSetting = async (db: Executor, key: string): Promise<string | undefined> =>
  (await db.query.settings.findFirst({ where: eq(settings.key, key) }))?.value;

/** Stores a value, replacing the previous one. */
export const putSetting = (db: Executor, key: string, value: string) =>
  db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });

/** Increments a number, starting at 0, and returns it. */
export async function countUp(db: Executor, key: string): Promise<string> {
  const raised = sql`(${settings.value}::int + 1)::text`;
  const [row] = await db
    .insert(settings)
    .values({ key, value: '1' })
    .onConflictDoUpdate({ target: settings.key, set: { value: raised } })
    .returning({ value: settings.value });
  if (!row) throw new Error('The database returned no setting');
  return row.value;
}

/** Deletes a value if it is this one. Only one of several concurrent callers gets true. */
export const takeSetting = (db: Executor, key: string, value: string) =>
  changesOne(db.delete(settings).where(and(eq(settings.key, key), eq(settings.value, value))));

/** Deletes the value of a key. */
export const deleteSetting = (db: Executor, key: string) =>
  db.delete(settings).where(eq(settings.key, key));
