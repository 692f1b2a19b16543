import type { Readable } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ConfigError } from '#server/config.ts';
import { migrationLock } from '#server/db/migrate.ts';
import { lockFilesForBackup, tryToLockBackups } from '#server/db/queries/stored-files.ts';
import { disableTimeouts } from './disable-timeouts.ts';

/** A table, and those of its columns that are stored, not computed. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** Which migrations a database has seen: how many, and when the newest was made (milliseconds). */
export interface SchemaVersion {
  migrations: number;
  newest: number;
}

export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

/** What the jobs that wait are kept as: pg-boss has tables of its own, which change with its versions. */
export const jobColumns = ['id', 'name', 'data', 'start_after'];

/**
 * Tables of what opens an account, or has done so once: a restore would open a session again that was
 * signed out of, and a code or link that was used. Earlier versions have them in their backups.
 */
export const endedByRestore = ['session', 'verification', 'account_token', 'recovery_code', 'jwks'];

/**
 * Tables that are in no backup: those, what is under way on this site alone, whose parts lie in the
 * bucket, and what tells the visitors of a day apart, which nobody is to know on the next.
 */
const notKept = ['uploads', 'visit_salts', 'visit_marks', ...endedByRestore];

/**
 * Every other table of the site; those that others refer to come first, so that they can be filled in this
 * order. No cycle is expected; the bound ends one all the same.
 */
const listTables = `
  with recursive tables as (
    select oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      and relname not in (${notKept.map(escapeLiteral).join(', ')})
  ), levels(oid, level) as (
    select oid, 0 from tables
    union
    select conrelid, level + 1 from levels join pg_constraint on confrelid = levels.oid
    where contype = 'f' and conrelid <> confrelid and level < 50
  )
  select relname as name, array(
    select attname::text from pg_attribute
    where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum
  ) as columns
  from tables join levels on levels.oid = tables.oid
  group by tables.oid, relname order by max(level), relname`;

interface Around {
  now: Date;
  has_schema: boolean;
  has_jobs: boolean;
}

const readAround = `
  select now(), to_regclass('drizzle.__drizzle_migrations') is not null as has_schema,
    to_regclass('pgboss.job') is not null as has_jobs`;

const readSchemaVersion = `
  select count(*)::int as migrations, max(created_at)::float8 as newest
  from drizzle.__drizzle_migrations`;

/** What waits to be done; what is done, was given up or runs by the clock is made anew. */
const listWaitingJobs = (queues: string[]) => `
  select ${jobColumns.join(', ')} from pgboss.job
  where name in (${queues.map(escapeLiteral).join(', ')}) and state < 'completed'
  order by created_on, id`;

interface SnapshotOptions {
  connectionString: string;
  /** Of these the jobs that wait belong to what is kept. */
  queues: string[];
  /** Goes to a browser: every other backup ends it and goes first. */
  isDownload?: boolean | undefined;
}

/** Connections of downloads are known by this name. */
export const downloadConnection = 'backup-download';

/** Waits until they have given their locks back, for so long at most (milliseconds). */
const endDownloads = `
  select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and application_name = '${downloadConnection}'`;

/** Another backup is being made. */
export class BackupRunningError extends Error {
  override name = 'BackupRunningError';
  override message = 'A backup is running. Try again when it is done.';
}

/**
 * Opens one look at everything that the database holds, on a connection of its own, and keeps every
 * file that it names from being deleted until it is closed. Throws BackupRunningError while
 * there is another.
 */
export async function openSnapshot({ connectionString, queues, isDownload }: SnapshotOptions) {
  const client = new Client({
    connectionString,
    application_name: isDownload ? downloadConnection : 'backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: '-c timezone=UTC',
  });
  let broken: Error | undefined;
  // A connection that breaks has given the lock back: what is copied since then may be gone.
  client.on('error', (error) => {
    broken = error;
  });
  try {
    await client.connect();
    await client.query(disableTimeouts);
    if (!isDownload) await client.query(endDownloads);
    await takeLocks(client);
    // A start of another version waits with its migrations. Before the transaction, whose look would
    // be as old as the wait, with tables in it that have changed since.
    await client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
    await client.query('begin transaction isolation level repeatable read, read only');
    const { now: madeAt, has_schema, has_jobs } = await readOne<Around>(client, readAround);
    if (!has_schema) throw new ConfigError('There is no site in this database yet.');
    const schema = await readOne<SchemaVersion>(client, readSchemaVersion);
    const { rows: tables } = await client.query<TableShape>(listTables);

    const copy = (select: string): Readable => client.query(copyTo(`copy (${select}) to stdout`));
    return {
      ...{ schema, madeAt, tables },
      /** For what has to be asked within the snapshot. */
      db: drizzle(client),
      /** Streams the rows of a table as PostgreSQL writes them (`COPY`, text). */
      copyRows: ({ name, columns }: TableShape) =>
        copy(`select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)}`),
      /** Streams the jobs that wait, in the same form; nothing where there never were any. */
      copyJobs: () => (has_jobs ? copy(listWaitingJobs(queues)) : undefined),
      /** Ends the look. The files stay. */
      endTransaction: async () => {
        await client.query('commit');
        await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]);
      },
      /** Throws when the files were not kept all the time. */
      async requireFilesKept() {
        if (broken) throw broken;
        await client.query('select 1');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function readOne<Row extends object>(client: Client, statement: string): Promise<Row> {
  const [row] = (await client.query<Row>(statement)).rows;
  if (!row) throw new Error('The database says nothing of itself');
  return row;
}

/** One backup at a time; waits for those who are deleting a file. */
async function takeLocks(client: Client): Promise<void> {
  const { is_free } = await readOne<{ is_free: boolean }>(client, tryToLockBackups);
  if (!is_free) throw new BackupRunningError();
  await client.query(lockFilesForBackup);
}
