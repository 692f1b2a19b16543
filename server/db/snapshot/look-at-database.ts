import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { Client, escapeIdentifier } from 'pg';
import { schema } from '#server/db/executor.ts';
import type { Erasure } from '#server/erasures/erasure.ts';
import { disableTimeouts } from './disable-timeouts.ts';
import { downloadConnection } from './open-snapshot.ts';

/** What a site that nobody has used yet has rows in, all the same. */
const ownRows = new Set([
  ...['settings', 'rate_limits', 'lead_totals', 'leads_by_hour'],
  ...['contact_sums', 'visit_sums', 'visit_salts', 'visit_marks'],
  ...['attempt', 'account_token', 'account_event', 'jwks', 'verification'],
  // It outlives whatever is restored.
  'erasures',
]);

const siteTables = Object.values(schema).flatMap((made) =>
  is(made, PgTable) ? getTableName(made) : [],
);

/** Programs of the site are known by the names of their connections. */
const siteConnections = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name in ('site', 'jobs', 'changes', 'migrations', 'backup', '${downloadConnection}', 'restore')`;

const listTables = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by relname`;

const isThere = `select to_regclass('public.erasures') is not null as is_there`;

const listErased = `
  select id, erased_at as "erasedAt", erased_by as "erasedBy", mailbox_hashes as "mailboxHashes",
    phone_hashes as "phoneHashes", key_fingerprint as "keyFingerprint", record_ids as "recordIds", counts
  from public.erasures`;

/** What is in the way of a restore. */
export interface DatabaseContents {
  /** Tables that hold what somebody has made. */
  filled: string[];
  /** Tables that no version of the site has. */
  foreign: string[];
  /** How many connections another process of the site has, on this machine or another. */
  connections: number;
  /** Who was erased here, which holds for whatever is restored. */
  erasures: Erasure[];
}

/** Looks at what a database holds, of whatever version; `known` are tables that some version has. */
export async function lookAtDatabase(
  connectionString: string,
  known: string[],
): Promise<DatabaseContents> {
  const client = new Client({
    connectionString,
    application_name: 'restore',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(disableTimeouts);
    const found = await client.query<{ name: string }>(listTables);
    const tables = found.rows.map(({ name }) => name);
    const own = new Set([...known, ...siteTables]);
    const filled: string[] = [];
    for (const name of tables.filter((table) => !ownRows.has(table))) {
      const any = await client.query(`select from ${escapeIdentifier(name)} limit 1`);
      if (any.rowCount) filled.push(name);
    }
    const { rows } = await client.query<{ count: number }>(siteConnections);
    const foreign = tables.filter((name) => !own.has(name));
    const [erased] = (await client.query<{ is_there: boolean }>(isThere)).rows;
    const erasures = erased?.is_there ? (await client.query<Erasure>(listErased)).rows : [];
    return { filled, foreign, connections: rows[0]?.count ?? 0, erasures };
  } finally {
    await client.end();
  }
}
