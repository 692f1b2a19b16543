import type { Database } from '#server/db/executor.ts';
import { listUnscrubbed, noteScrubbed } from '#server/db/queries/erasures.ts';
import { largestByDay, scrubDatabase } from '#server/db/scrub-database.ts';
import type { Logger } from '#server/logger.ts';

interface ScrubDeps {
  db: Database;
  connectionString: string;
  log: Logger;
}

/** Takes what was erased out of the files of the database, and notes it; at night out of those of any size. */
export async function scrubErased(
  { db, connectionString, log }: ScrubDeps,
  { isNight }: { isNight: boolean },
): Promise<void> {
  const ids = await listUnscrubbed(db);
  if (ids.length === 0) return;
  const largest = isNight ? Number.POSITIVE_INFINITY : largestByDay;
  const left = await scrubDatabase(connectionString, { largest });
  if (left.length > 0) {
    log.info({ tables: left.length }, 'Large tables are rewritten at night');
    return;
  }
  await noteScrubbed(db, ids);
  log.info('The database files no longer contain data of erased people');
}
