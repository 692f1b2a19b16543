import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ConfigError } from '#server/config.ts';
import { schema as databaseSchema } from '#server/db/executor.ts';
import { migrationLock, migrationsFolder } from '#server/db/migrate.ts';
import { disableTimeouts } from './disable-timeouts.ts';
import type { SchemaVersion, TableShape } from './open-snapshot.ts';

/** Everything in the schema `public` that is not an extension's. What hangs on it goes with it. */
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
  drop schema if exists drizzle cascade;`;

/** As Drizzle keeps it: a later start finds there what has been done. */
const createMigrationLog = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  )`;

const columnsOf = `
  select attname::text as name from pg_attribute
  where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`;

export type SnapshotLoad = Awaited<ReturnType<typeof beginLoad>>;

interface LoadOptions {
  connectionString: string;
  /** The version of the tables that the rows are of. */
  schema: SchemaVersion;
  tables: TableShape[];
}

/** Throws ConfigError when rows of such a version are none of this version's past. */
export function requireKnownSchema({ migrations, newest }: SchemaVersion): void {
  const known = readMigrationFiles({ migrationsFolder });
  if (known[migrations - 1]?.folderMillis === newest) return;
  throw new ConfigError(
    'A later version of the site has made this backup. Update the site first, then restore it.',
  );
}

/**
 * Begins to put other rows in the place of a database, in one transaction: until `commit` nothing
 * has happened, and whatever fails changes nothing.
 */
export async function beginLoad({ connectionString, schema, tables }: LoadOptions) {
  requireKnownSchema(schema);
  const migrations = readMigrationFiles({ migrationsFolder });
  const client = new Client({
    connectionString,
    application_name: 'restore',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: '-c timezone=UTC',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(disableTimeouts);
    await client.query(`set client_min_messages to warning`);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query(emptyDatabase);
    await client.query(createMigrationLog);
    await runMigrations(client, migrations.slice(0, schema.migrations));
    for (const table of tables) await prepareTable(client, table);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }

  return {
    /** Adds rows as COPY has written them. Returns how many. */
    async load({ name, columns }: TableShape, rows: Readable): Promise<number> {
      const into = client.query(copyFrom(`copy ${toList(name, columns)} from stdin`));
      await pipeline(rows, into);
      return into.rowCount;
    },
    /** For what else belongs to the transaction, once the tables are those of this version. */
    db: drizzle(client, { schema: databaseSchema }),
    /** For the rest. */
    query: (text: string, values?: unknown[]) => client.query(text, values),
    /** Brings the rows to the newest version: what comes after it finds the tables as this one has them. */
    async migrate(): Promise<void> {
      for (const { name } of tables) await switchTriggers(client, name, 'enable');
      await runMigrations(client, migrations.slice(schema.migrations));
    },
    /** Puts all of it in place for good. */
    async commit(): Promise<void> {
      await client.query('commit');
      // The planner knows nothing of them yet; it finds out by itself, later.
      await client.query('analyze').catch(() => {});
    },
    /** Undoes all of it, unless it was committed. */
    close: () => client.end(),
  };
}

async function runMigrations(client: Client, migrations: MigrationMeta[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    );
  }
}

/** What a migration has put there comes again with the rows; counts and notices are not made anew. */
async function prepareTable(client: Client, { name, columns }: TableShape): Promise<void> {
  const { rows } = await client.query<{ name: string }>(columnsOf, [escapeIdentifier(name)]);
  const known = new Set(rows.map((row) => row.name));
  const unknown = columns.find((column) => !known.has(column));
  if (known.size === 0 || unknown !== undefined) {
    throw new ConfigError(`This version of the site has no ${[name, unknown].join(' ').trim()}.`);
  }
  await client.query(`truncate ${escapeIdentifier(name)} cascade`);
  await switchTriggers(client, name, 'disable');
}

const switchTriggers = (client: Client, table: string, how: 'enable' | 'disable') =>
  client.query(`alter table ${escapeIdentifier(table)} ${how} trigger user`);

const toList = (name: string, columns: string[]) =>
  `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;
