import { and, eq } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { settings } from '#server/db/schema.ts';

/** The value under this key, if there is one. */
export async function findSetting(db: Executor, key: string): Promise<string | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  return row?.value;
}

/** Keeps a value, in place of the one before. */
export async function putSetting(db: Executor, key: string, value: string): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Takes a value away if it is this one. Of any number of callers at once, one is told true. */
export async function takeSetting(db: Executor, key: string, value: string): Promise<boolean> {
  const taken = await db
    .delete(settings)
    .where(and(eq(settings.key, key), eq(settings.value, value)))
    .returning({ key: settings.key });
  return taken.length === 1;
}

/** Forgets what is under this key. */
export async function dropSetting(db: Executor, key: string): Promise<void> {
  await db.delete(settings).where(eq(settings.key, key));
}
