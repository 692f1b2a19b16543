import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { type Database, schema } from './executor.ts';

interface ClientOptions {
  connectionString: string;
  log: Logger;
  /** The most connections at once. */
  maxConnections?: number;
}

/**
 * Opens a pool on the database, with typed queries over it. Nothing is connected before the first
 * query. A connection is waited for 3 s, a statement may take 15 s; the session's zone is UTC.
 * `close` waits for queries in flight.
 */
export function openDatabase({ connectionString, log, maxConnections = 12 }: ClientOptions) {
  const pool = new Pool({
    connectionString,
    max: maxConnections,
    application_name: 'site',
    connectionTimeoutMillis: 3_000,
    statement_timeout: 15_000,
    // A network that has gone silent sends no timeout of its own.
    query_timeout: 20_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 20_000,
    options: '-c timezone=UTC',
  });
  // An idle connection that breaks is no error of ours: the pool opens another one.
  pool.on('error', (error) =>
    log.warn({ reason: describeError(error) }, 'A database connection broke'),
  );
  // A connection that breaks while its transaction waits for something else has no query to
  // tell; the event, unheard, would end the process. Its next query fails all the same.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db: Database = drizzle(pool, { schema });
  return { db, pool, close: () => pool.end() };
}

/** Returns if the database answers; throws if not. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
