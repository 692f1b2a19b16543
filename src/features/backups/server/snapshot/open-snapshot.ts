import type { Readable } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ConfigError } from '#platform/config/config.ts';
import { migrationLock } from '#platform/db/migrate.ts';
import { lockFilesForBackup, tryToLockBackups } from '#platform/db/stored-files.ts';
import { listWaitingMails } from '#platform/jobs/waiting-mails.ts';
import { connectClient } from './connect-client.ts';

/** A table and its stored columns, without generated ones. */
export interface TableShape {
  name: string;
  columns: string[];
}

/**
 * The migrations that a database has run: how many, and when the newest was created (milliseconds).
 */
export interface SchemaVersion {
  migrations: number;
  newest: number;
}

export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

/**
 * Tables for signing in. A restore would revive sessions that have ended and codes that were used.
 * Backups of earlier versions contain them.
 */
export const endedByRestore = ['session', 'verification', 'account_token', 'recovery_code', 'jwks'];

/**
 * Tables that are never backed up: also unfinished uploads, and the marks that identify a day's
 * visitors.
 */
const notKept = ['uploads', 'visit_salts', 'visit_marks', ...endedByRestore];

/**
 * Lists all other tables. A table comes after those that it references, so that they can be loaded
 * in this order. The level is bounded because a cycle would never end.
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

const readAround = `
  select now(), to_regclass('drizzle.__drizzle_migrations') is not null as "hasSchema",
    to_regnamespace('pgboss') is not null as "hasJobs"`;

const readSchemaVersion = `
  select count(*)::int as migrations, max(created_at)::float8 as newest
  from drizzle.__drizzle_migrations`;

export class BackupRunningError extends Error {
  override name = 'BackupRunningError';
  override message = 'A backup is running. Try again when it is done.';
}

/**
 * Opens a connection for the one backup that may run. No stored file is deleted until it closes.
 * Throws BackupRunningError.
 */
export async function openSnapshot(connectionString: string) {
  const client = await connectClient(connectionString, 'backup');
  try {
    const { isFree } = await readOne<{ isFree: boolean }>(client, tryToLockBackups);
    if (!isFree) throw new BackupRunningError();
    await client.query(lockFilesForBackup);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    db: drizzle(client),
    listTables: async () => (await client.query<TableShape>(listTables)).rows,
    /**
     * Starts to read the current database. Waits for a running migration before the transaction,
     * which would otherwise not see its result, and blocks the next one.
     */
    async begin() {
      await client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
      await client.query('begin transaction isolation level repeatable read, read only');
      const around = await readOne<{ now: Date; hasSchema: boolean; hasJobs: boolean }>(
        client,
        readAround,
      );
      if (!around.hasSchema) throw new ConfigError('There is no site in this database yet.');
      const schema = await readOne<SchemaVersion>(client, readSchemaVersion);
      return { madeAt: around.now, hasJobs: around.hasJobs, schema };
    },
    /** Streams the rows of a table in COPY format (text). */
    copyRows({ name, columns }: TableShape): Readable & { rowCount: number } {
      const list = columns.map(escapeIdentifier).join(', ');
      return client.query(copyTo(`copy (select ${list} from ${escapeIdentifier(name)}) to stdout`));
    },
    listWaitingMails: () =>
      listWaitingMails(connectionString, {
        executeSql: (text, values) => client.query(text, values),
      }),
    /** Ends the transaction. Files stay protected. */
    async commit(): Promise<void> {
      await client.query('commit');
      await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]);
    },
    /** Throws if the connection, and its locks, were lost. */
    requireLocks: () => client.query('select 1'),
    [Symbol.asyncDispose]: () => client.end().catch(() => {}),
  };
}

async function readOne<Row extends object>(client: Client, statement: string): Promise<Row> {
  const [row] = (await client.query<Row>(statement)).rows;
  if (!row) throw new Error('The database returned no row');
  return row;
}
