import { sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/executor.ts';

/** Names the lock that keeps files and records together; any number that nobody else uses. */
const lockKey = 7_201_144;

/** Name the lock that keeps files for a backup, and the one that only one backup has; other numbers. */
const backupLockKey = 7_201_145;
const oneBackupLockKey = 7_201_146;

/** Every text of a record in which the address of a stored file may stand. */
const places: { table: string; column: string; isFile?: boolean }[] = [
  { table: 'testimonials', column: 'image_url', isFile: true },
  { table: 'videos', column: 'video_url', isFile: true },
  { table: 'freebies', column: 'file_url', isFile: true },
  { table: 'blog_posts', column: 'image', isFile: true },
  { table: 'blog_posts', column: 'content' },
  { table: 'courses', column: 'description' },
  { table: 'events', column: 'description' },
  // Those of the kept versions too: any of them may come to stand again.
  { table: 'settings_versions', column: 'value' },
];

/** What can be asked, be it of another version's database. */
type Asked = Pick<Executor, 'execute'>;

/** The tables that a database has, where it may be another version's. */
type Tables = { name: string; columns: string[] }[];

const placesIn = (tables: Tables | undefined) =>
  places.filter(
    ({ table, column }) =>
      tables?.some(({ name, columns }) => name === table && columns.includes(column)) ?? true,
  );

/** Returns those of the storage paths that a record or the settings name: as a file, or within a text. */
export async function listNamedPaths(
  db: Asked,
  paths: string[],
  tables?: Tables,
): Promise<string[]> {
  const naming = placesIn(tables).map(
    ({ table, column }) => `select 1 from ${table} where strpos(${column}::text, path) > 0`,
  );
  if (naming.length === 0) return [];
  const { rows } = await db.execute<{ path: string }>(
    sql`select path from unnest(${sql.param(paths)}::text[]) as path where exists (${sql.raw(naming.join(' union all '))})`,
  );
  return rows.map(({ path }) => path);
}

/** Returns the address of the file of every record that is nothing, or less, without it. */
export async function listFileUrls(db: Asked, tables: Tables): Promise<string[]> {
  const files = placesIn(tables)
    .filter(({ isFile }) => isFile)
    .map(
      ({ table, column }) => `select ${column} as url from ${table} where ${column} is not null`,
    );
  if (files.length === 0) return [];
  const { rows } = await db.execute<{ url: string }>(sql.raw(files.join(' union ')));
  return rows.map(({ url }) => url);
}

/** Until the transaction ends, no file is taken away that a record is about to name. Many may share it. */
export const lockFilesForShare = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`);

/** Until the transaction ends, no record comes to name a file. Waits for those that are about to. */
export const lockFilesForUpdate = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);

/** For a connection: there is no other backup until it is closed. Selects `isFree`. */
export const tryToLockBackups = `select pg_try_advisory_lock(${oneBackupLockKey}) as "isFree"`;

/** Selects a row while somebody has the lock of the one backup. */
export const findBackupLock = `
  select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${oneBackupLockKey}
    and database = (select oid from pg_database where datname = current_database())`;

/** For a connection: no file is deleted until it is closed. Waits for those who are deleting one. */
export const lockFilesForBackup = `select pg_advisory_lock(${backupLockKey})`;

/**
 * Returns whether a file may be deleted now: not while a backup is made, which may be about to read
 * it. No backup begins until the transaction ends.
 */
export async function mayDeleteFiles(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ is_free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLockKey}) as is_free`,
  );
  return rows[0]?.is_free === true;
}
