import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPrivatePostgres } from '#server/db/private/start-private-postgres.ts';
import { createLogger } from '#server/logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test run's own PostgreSQL is. */
    databaseServer: string;
  }
}

/** The database that every test's own one is copied from. */
export const templateDatabase = 'template_site';

/** Starts one PostgreSQL for the whole run, with a migrated database to copy. */
export default async function startDatabaseServer(project: TestProject) {
  const directory = await mkdtemp(path.join(tmpdir(), 'time-vs-price-test-'));
  await chmod(directory, 0o755);
  const server = await startPrivatePostgres(directory, createLogger('error'));
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrateDatabase(withDatabase(server.connectionString, templateDatabase));
  project.provide('databaseServer', server.connectionString);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** The same server, another database. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
