import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { ConfigError } from '#platform/config/config.ts';
import { describeError } from '#platform/errors/errors.ts';
import { findDatabaseError } from './find-database-error.ts';

/** Any number, as long as it stays the same: the name of the lock that migrations hold. */
export const migrationLock = 7_203_114_025;

/** The checkout that this file, or the bundle made of it, belongs to. */
export const projectDirectory = path.dirname(findPackageJSON(import.meta.url) ?? process.cwd());

export const migrationsFolder = path.join(projectDirectory, 'src/platform/db/migrations');

/**
 * Classes of PostgreSQL's errors that may pass by themselves: connection, conflict, resources,
 * operators, the machine; and that it may only be read.
 */
const passing = /^(?:08|40|53|55|57|58|25006$)/;

/** Brings the database to the newest schema, one process at a time. Throws a ConfigError for a failure that stays. */
export async function migrateDatabase(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    application_name: 'migrations',
    connectionTimeoutMillis: 5_000,
  });
  // A connection that breaks fails the query that is running; the event alone would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Waiting for another process, or rewriting a large table, may take longer than a role's limit.
    await client.query('set statement_timeout to 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query('set client_min_messages to warning');
    await migrate(drizzle(client), { migrationsFolder });
  } catch (error) {
    const failure = findDatabaseError(error);
    throw failure && !passing.test(failure.code ?? '')
      ? new ConfigError(`The database cannot be brought up to date: ${describeError(error)}`)
      : error;
  } finally {
    // Closing the session gives the lock back.
    await client.end();
  }
}
