import { sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/executor.ts';

/** Names the lock that keeps files and records together; any number that nobody else uses. */
const lockKey = 7_201_144;

/** Every text of a record in which the address of a stored file may stand. */
const places = sql.raw(
  [
    ['testimonials', 'image_url'],
    ['videos', 'video_url'],
    ['freebies', 'file_url'],
    ['blog_posts', 'image'],
    ['blog_posts', 'content'],
    ['courses', 'description'],
    ['events', 'description'],
  ]
    .map(([table, column]) => `select 1 from ${table} where strpos(${column}, path) > 0`)
    // Those of the kept versions too: any of them may come to stand again.
    .concat(
      "select 1 from settings_versions where section = 'pictures' and strpos(value::text, path) > 0",
    )
    .join(' union all '),
);

/** Returns those of the storage paths that a record or the settings name: as a file, or within a text. */
export async function listNamedPaths(db: Executor, paths: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ path: string }>(
    sql`select path from unnest(${sql.param(paths)}::text[]) as path where exists (${places})`,
  );
  return rows.map(({ path }) => path);
}

/** Until the transaction ends, no file is taken away that a record is about to name. Many may share it. */
export const lockFilesForShare = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`);

/** Until the transaction ends, no record comes to name a file. Waits for those that are about to. */
export const lockFilesForUpdate = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
