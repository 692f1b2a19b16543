import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ConfigError } from '#platform/config/config.ts';
import { schema as databaseSchema } from '#platform/db/executor.ts';
import { migrationLock, migrationsFolder } from '#platform/db/migrate.ts';
import { connectClient } from './connect-client.ts';
import type { SchemaVersion, TableShape } from './open-snapshot.ts';

/** Drops everything in the schema `public` that belongs to no extension, and the migration log. */
const emptyDatabase = `
  do $$ declare statement text; begin
    for statement in
      select format('drop table %s cascade', oid::regclass) from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relispartition and not exists (
            select from pg_depend where objid = pg_class.oid and deptype = 'e')
      union all
      select format('drop routine %s cascade', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace and not exists (
          select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select format('drop type %s cascade', oid::regtype) from pg_type
        where typnamespace = 'public'::regnamespace and typtype in ('d', 'e') and not exists (
          select from pg_depend where objid = pg_type.oid and deptype = 'e')
    loop
      execute statement;
    end loop;
  end $$;
  drop schema if exists drizzle cascade;
  create schema drizzle;
  create table drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  )`;

export type SnapshotLoad = Awaited<ReturnType<typeof beginLoad>>;

interface LoadOptions {
  connectionString: string;
  /** The schema version of the rows. */
  schema: SchemaVersion;
  tables: TableShape[];
}

/** Throws ConfigError if the rows come from a later version of the site. */
export function requireKnownSchema({ migrations, newest }: SchemaVersion): void {
  const known = readMigrationFiles({ migrationsFolder });
  if (known[migrations - 1]?.folderMillis === newest) return;
  throw new ConfigError(
    'A later version of the site made this backup. Update the site first, then restore it.',
  );
}

/**
 * Starts to replace the contents of a database in one transaction: nothing changes before `commit`.
 * The tables first have the schema of the backup.
 */
export async function beginLoad({ connectionString, schema, tables }: LoadOptions) {
  requireKnownSchema(schema);
  const migrations = readMigrationFiles({ migrationsFolder });
  const client = await connectClient(connectionString, 'restore');
  try {
    await client.query('set client_min_messages to warning');
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query(emptyDatabase);
    await runMigrations(client, migrations.slice(0, schema.migrations));
    // The backup contains the rows that migrations insert and triggers count.
    for (const { name } of tables) {
      await client.query(`truncate ${escapeIdentifier(name)} cascade`);
      await switchTriggers(client, name, 'disable');
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }

  return {
    /** Loads rows in COPY format. Returns how many. */
    async load({ name, columns }: TableShape, rows: Readable): Promise<number> {
      const list = columns.map(escapeIdentifier).join(', ');
      const into = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin`));
      await pipeline(rows, into);
      return into.rowCount;
    },
    /** The same transaction for Drizzle queries, after `migrate`. */
    db: drizzle(client, { schema: databaseSchema }),
    query: (text: string, values?: unknown[]) => client.query(text, values),
    /** Migrates tables and rows to the current version. */
    async migrate(): Promise<void> {
      for (const { name } of tables) await switchTriggers(client, name, 'enable');
      await runMigrations(client, migrations.slice(schema.migrations));
    },
    async commit(): Promise<void> {
      await client.query('commit');
      // Otherwise PostgreSQL would do it later.
      await client.query('analyze').catch(() => {});
    },
    /** Closes the connection and rolls back uncommitted changes. */
    close: () => client.end(),
  };
}

/**
 * Drizzle's migrator can neither run a part of the migrations nor use our transaction. This keeps
 * its log format.
 */
async function runMigrations(client: Client, migrations: MigrationMeta[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    );
  }
}

const switchTriggers = (client: Client, table: string, how: 'enable' | 'disable') =>
  client.query(`alter table ${escapeIdentifier(table)} ${how} trigger user`);
