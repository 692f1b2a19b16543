import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { disableTimeouts } from './snapshot/connect-client.ts';

/** Visitors wait behind whoever waits for a table: no longer than this. */
const lockTimeout = '2s';

/** Whoever looked at the database before an erasure is waited for so long, in milliseconds. */
const patienceMs = 30_000;
const pauseMs = 250;

/** A larger table is locked for longer than a visitor waits while it is written anew. In bytes. */
export const largestByDay = 128 * 1024 ** 2;

interface Table {
  name: string;
  size: number;
}

/** Those of the site and of the job queue, and where the planner keeps samples of what stands in them. */
const listTables = `
  select oid::regclass::text as name, pg_total_relation_size(oid)::float8 as size
  from pg_class
  where relkind = 'r' and relpersistence = 'p' and (
    relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
    or oid = 'pg_statistic'::regclass)
  order by oid = 'pg_statistic'::regclass`;

/**
 * Forgets the planner's samples of a table and its indexes: an analysis puts others in their place, but
 * none where the table has become empty. PostgreSQL before 18 cannot.
 */
const canForgetSamples = `select to_regproc('pg_clear_attribute_stats') is not null as can`;
const forgetSamples = `
  select pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited)
  from pg_stats
  where format('%I.%I', schemaname, tablename)::regclass in (
    select $1::regclass union select indexrelid::regclass from pg_index where indrelid = $1::regclass)`;

/** Others that may still see what was there when the transaction of this id began. */
const countOlder = `
  select count(*)::int as count from pg_stat_activity
  where pid <> pg_backend_pid() and datname = current_database()
    and backend_xmin is not null and age(backend_xmin) >= age($1::xid)`;

/**
 * Writes the tables anew without what was deleted from them, and has the log deleted in which it stood,
 * where the site may do that: on its private PostgreSQL. Returns the names of tables that are larger
 * than `largest` (bytes) and were left. Throws when somebody is in the way for too long; what was done
 * is done.
 */
export async function scrubDatabase(
  connectionString: string,
  { largest }: { largest: number },
): Promise<string[]> {
  const client = new Client({
    connectionString,
    application_name: 'scrub',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection that breaks fails the query that is running; the event alone would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(disableTimeouts);
    await untilNobodySees(client);
    await client.query(`set lock_timeout to '${lockTimeout}'`);
    const { rows: tables } = await client.query<Table>(listTables);
    const [known] = (await client.query<{ can: boolean }>(canForgetSamples)).rows;
    for (const { name } of tables.filter(({ size }) => size <= largest)) {
      if (known?.can) await client.query(forgetSamples, [name]);
      await client.query(`vacuum (full, analyze) ${name}`);
    }
    // What the analysis has put into its place was there before.
    await client.query('vacuum (full) pg_statistic');
    await dropLog(client);
    return tables.filter(({ size }) => size > largest).map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

async function untilNobodySees(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_current_xact_id()::xid::text as id');
  const end = Date.now() + patienceMs;
  for (;;) {
    const older = await client.query<{ count: number }>(countOlder, [rows[0]?.id]);
    if (older.rows[0]?.count === 0) return;
    if (Date.now() > end)
      throw new Error('Another connection still reads the old state of the database');
    await delay(pauseMs);
  }
}

async function dropLog(client: Client): Promise<void> {
  try {
    await client.query('select pg_switch_wal()');
    await client.query('checkpoint');
  } catch (error) {
    // A database of others: whoever looks after it decides what becomes of its log.
    if (!(error instanceof DatabaseError && error.code === '42501')) throw error;
  }
}
