import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/executor.ts';

/** Returns if the database answers; throws if not. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
