import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, runOnServer, templateDatabase, withDatabase } from './database-server.ts';

/** PostgreSQL's code for a database that has connections. */
const objectInUse = '55006';

/** A database of one test's own, with all tables and no rows. */
export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/**
 * Makes a database for one test or one file. Drop it afterwards; one that somebody is
 * still connected to stays until the run's server goes, as cutting them off would be an
 * error in whatever they are closing.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('databaseServer');
  await createDatabase(server, name, templateDatabase);
  return {
    connectionString: withDatabase(server.site, name),
    drop: () =>
      runOnServer(server.superuser, `drop database if exists ${name}`).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError && error.code === objectInUse)) throw error;
      }),
  };
}
