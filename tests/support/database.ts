import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { inject } from 'vitest';
import { migrationsFolder } from '#platform/db/migrate.ts';
import { createDatabase, runOnServer, templateDatabase, withDatabase } from './database-server.ts';

/** PostgreSQL's code for a database that still has connections. */
const objectInUse = '55006';

/** A database for one test, with all tables and no rows. */
export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/**
 * Creates a database for one test or one file, which should drop it afterwards. A database that
 * still has connections stays until the run ends, because closing them would cause errors in the
 * code that uses them.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('databaseServer');
  await createDatabase(server, name, templateDatabase);
  return { connectionString: withDatabase(server.site, name), drop: () => dropDatabase(name) };
}

const dropDatabase = (name: string) =>
  runOnServer(inject('databaseServer').superuser, `drop database if exists ${name}`).catch(
    (error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === objectInUse)) throw error;
    },
  );

/** Creates a database as a version leaves it whose newest migration has this name. */
export async function createEarlierDatabase(migration: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('databaseServer');
  await createDatabase(server, name);
  const connectionString = withDatabase(server.site, name);
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  const journalFile = path.join(folder, 'meta/_journal.json');
  await cp(migrationsFolder, folder, { recursive: true });
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const end = journal.entries.findIndex(({ tag }: { tag: string }) => tag === migration) + 1;
  if (end === 0) throw new Error(`There is no migration ${migration}`);
  journal.entries.length = end;
  await writeFile(journalFile, JSON.stringify(journal));
  const client = new pg.Client({ connectionString });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: folder });
  await client.end();
  await rm(folder, { recursive: true });
  return { connectionString, drop: () => dropDatabase(name) };
}
