import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { ConfigError } from '#platform/config/config.ts';
import { describeError } from '#platform/errors/errors.ts';
import { findDatabaseError } from './find-database-error.ts';

/** The advisory lock of migrations: an arbitrary number that must never change. */
export const migrationLock = 7_203_114_025;

/** The project folder of this file, or of the bundle that contains it. */
export const projectDirectory = path.dirname(findPackageJSON(import.meta.url) ?? process.cwd());

export const migrationsFolder = path.join(projectDirectory, 'src/platform/db/migrations');

/**
 * Classes of PostgreSQL errors that may be temporary: connection, conflict, resources, operators,
 * the machine; and read-only mode.
 */
const passing = /^(?:08|40|53|55|57|58|25006$)/;

/**
 * Migrates the database to the newest schema, one process at a time. Throws a ConfigError if a
 * retry would not help.
 */
export async function migrateDatabase(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    application_name: 'migrations',
    connectionTimeoutMillis: 5_000,
  });
  // A broken connection fails the running query; an unhandled event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Waiting for another process, or rewriting a large table, may exceed the role's limit.
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
    // Closing the session releases the lock.
    await client.end();
  }
}
