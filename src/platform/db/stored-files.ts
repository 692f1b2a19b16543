import { sql } from 'drizzle-orm';
import type { Executor, Transaction } from './executor.ts';

/** The lock that keeps files and records together; any number that nothing else uses. */
const lockKey = 7_201_144;

/** The lock that keeps files for a backup, and the one that only one backup has. */
const backupLockKey = 7_201_145;
const oneBackupLockKey = 7_201_146;

/** Every column that may contain the address of a stored file. */
const places: { table: string; column: string; isFile?: boolean }[] = [
  { table: 'testimonials', column: 'image_url', isFile: true },
  { table: 'videos', column: 'video_url', isFile: true },
  { table: 'videos', column: 'poster_url', isFile: true },
  { table: 'freebies', column: 'file_url', isFile: true },
  { table: 'blog_posts', column: 'image', isFile: true },
  { table: 'blog_posts', column: 'content' },
  { table: 'courses', column: 'description' },
  { table: 'events', column: 'description' },
  // Earlier versions too: any of them may be restored.
  { table: 'settings_versions', column: 'value' },
];

/** A database, possibly of another version. */
type Asked = Pick<Executor, 'execute'>;

/** The tables of a database that may be of another version. */
type Tables = { name: string; columns: string[] }[];

const placesIn = (tables: Tables | undefined) =>
  places.filter(
    ({ table, column }) =>
      tables?.some(({ name, columns }) => name === table && columns.includes(column)) ?? true,
  );

/** Returns those of the storage paths that a record or the settings name, as a file or in a text. */
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

/** Returns the addresses of the files that records need. */
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

/** Until the transaction ends, no file is deleted that a record is about to name. Many may share it. */
export const lockFilesForShare = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`);

/** Until the transaction ends, no record starts to name a file. Waits for those that are about to. */
export const lockFilesForUpdate = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);

/** For a connection: there is no other backup until it is closed. Selects `isFree`. */
export const tryToLockBackups = `select pg_try_advisory_lock(${oneBackupLockKey}) as "isFree"`;

/** Selects a row while the lock of the one backup is taken. */
export const findBackupLock = `
  select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${oneBackupLockKey}
    and database = (select oid from pg_database where datname = current_database())`;

/** For a connection: no file is deleted until it is closed. Waits for deletions that are running. */
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
