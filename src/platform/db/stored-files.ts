import { sql } from 'drizzle-orm';
import type { Executor, Transaction } from './executor.ts';

/** The advisory lock that keeps files and records consistent; an arbitrary number. */
const lockKey = 7_201_144;

/**
 * The advisory lock that protects files during a backup, and the one that allows only one backup.
 */
const backupLockKey = 7_201_145;
const oneBackupLockKey = 7_201_146;

/** Every column that may contain the URL of a stored file, or the path of a private one. */
const fileColumns: { table: string; column: string; isFile?: boolean }[] = [
  { table: 'testimonials', column: 'image_url', isFile: true },
  { table: 'videos', column: 'video_url', isFile: true },
  { table: 'videos', column: 'poster_url', isFile: true },
  { table: 'videos', column: 'captions_url', isFile: true },
  { table: 'freebies', column: 'file_url', isFile: true },
  { table: 'blog_posts', column: 'image', isFile: true },
  { table: 'payment_proofs', column: 'path', isFile: true },
  { table: 'lesson_files', column: 'path', isFile: true },
  { table: 'films', column: 'small_path', isFile: true },
  { table: 'blog_posts', column: 'content' },
  { table: 'courses', column: 'description' },
  { table: 'lessons', column: 'text' },
  { table: 'events', column: 'description' },
  // Older versions included, because any of them can be restored.
  { table: 'settings_versions', column: 'value' },
];

/** A database, possibly of another version. */
type AnyDatabase = Pick<Executor, 'execute'>;

/** The tables of a database, possibly of another version. */
type Tables = { name: string; columns: string[] }[];

const fileColumnsIn = (tables: Tables | undefined) =>
  fileColumns.filter(
    ({ table, column }) =>
      tables?.some(({ name, columns }) => name === table && columns.includes(column)) ?? true,
  );

/** Returns the storage paths that a record or the settings use, as a file or in a text. */
export async function listNamedPaths(
  db: AnyDatabase,
  paths: string[],
  tables?: Tables,
): Promise<string[]> {
  const naming = fileColumnsIn(tables).map(
    ({ table, column }) =>
      `select 1 from ${table} where strpos(${table}.${column}::text, asked.path) > 0`,
  );
  if (naming.length === 0) return [];
  const { rows } = await db.execute<{ path: string }>(
    sql`select path from unnest(${sql.param(paths)}::text[]) as asked(path) where exists (${sql.raw(naming.join(' union all '))})`,
  );
  return rows.map(({ path }) => path);
}

/** Returns the URLs of the files that records require, and the paths of private ones. */
export async function listFileUrls(db: AnyDatabase, tables: Tables): Promise<string[]> {
  const files = fileColumnsIn(tables)
    .filter(({ isFile }) => isFile)
    .map(
      ({ table, column }) => `select ${column} as url from ${table} where ${column} is not null`,
    );
  if (files.length === 0) return [];
  const { rows } = await db.execute<{ url: string }>(sql.raw(files.join(' union ')));
  return rows.map(({ url }) => url);
}

/**
 * Prevents the deletion of files until the transaction ends, so that a record can refer to one.
 * Many transactions can share it.
 */
export const lockFilesForShare = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`);

/**
 * Prevents new references to files until the transaction ends. Waits for transactions that are
 * adding some.
 */
export const lockFilesForUpdate = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);

/** SQL for a connection: prevents other backups until it closes. Selects `isFree`. */
export const tryToLockBackups = `select pg_try_advisory_lock(${oneBackupLockKey}) as "isFree"`;

/** SQL that selects a row while a backup holds its lock. */
export const findBackupLock = `
  select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${oneBackupLockKey}
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * SQL for a connection: prevents the deletion of files until it closes. Waits for running
 * deletions.
 */
export const lockFilesForBackup = `select pg_advisory_lock(${backupLockKey})`;

/**
 * Returns whether files may be deleted now: not during a backup, which may still have to read them.
 * Blocks the start of a backup until the transaction ends.
 */
export async function canDeleteFiles(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ is_free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLockKey}) as is_free`,
  );
  return rows[0]?.is_free === true;
}
