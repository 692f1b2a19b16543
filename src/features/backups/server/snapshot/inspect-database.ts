import { escapeIdentifier } from 'pg';
import type { Erasure } from '#features/erasures/server/index.ts';
import type { LedgerEntries } from '#features/ledger/server/index.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { connectClient } from './connect-client.ts';

/** Tables that contain rows on an unused site. */
const rowsOfNewSite = new Set([
  'settings',
  'rate_limits',
  'lead_totals',
  'leads_by_hour',
  'contact_sums',
  'visit_sums',
  'visit_salts',
  'visit_marks',
  'attempt',
  'account_token',
  'account_event',
  'jwks',
  'verification',
  // A restore keeps them.
  'erasures',
]);

/** Selects the rows of a table that someone has entered or changed. */
const selectEntered = (table: string) =>
  table === 'courses'
    ? `select from courses where version > 1 or id not in ('${Object.values(planCourses).join("', '")}')`
    : `select from ${escapeIdentifier(table)}`;

const countConnections = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name in ('site', 'jobs', 'changes', 'migrations', 'backup', 'restore')`;

const listTables = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by relname`;

const listErasures = `
  select id, erased_at as "erasedAt", erased_by as "erasedBy", mailbox_hashes as "mailboxHashes",
    phone_hashes as "phoneHashes", key_fingerprint as "keyFingerprint", record_ids as "recordIds", counts
  from public.erasures`;

const listNumbers = 'select series, year, last_number as "lastNumber" from public.paper_series';

const listPayments = `
  select provider, provider_payment_id as "providerPaymentId", reference as "orderReference",
    payments.amount_cents as "amountCents", received_at as "receivedAt"
  from public.payments join public.orders on orders.id = order_id where not payments.is_test`;

/** The facts about a database that matter for a restore. */
export interface DatabaseContents {
  /** Tables with rows that someone has entered. */
  filled: string[];
  /** The number of connections of the site's processes on all machines. */
  connections: number;
  /** The people who were erased here. They stay erased after a restore. */
  erasures: Erasure[];
  /** The numbers that were given and the payments that arrived here. A restore repeats none. */
  entries: LedgerEntries;
}

/** Reads these facts from a database of any version. */
export async function inspectDatabase(connectionString: string): Promise<DatabaseContents> {
  const client = await connectClient(connectionString, 'restore');
  try {
    const tables = (await client.query<{ name: string }>(listTables)).rows.map(({ name }) => name);
    const filled: string[] = [];
    for (const name of tables.filter((table) => !rowsOfNewSite.has(table))) {
      const { rowCount } = await client.query(`${selectEntered(name)} limit 1`);
      if (rowCount) filled.push(name);
    }
    const [open] = (await client.query<{ count: number }>(countConnections)).rows;
    const list = async <Row extends object>(table: string, statement: string): Promise<Row[]> =>
      tables.includes(table) ? (await client.query<Row>(statement)).rows : [];
    const erasures = await list<Erasure>('erasures', listErasures);
    const entries: LedgerEntries = {
      numbers: await list('paper_series', listNumbers),
      payments: await list('payments', listPayments),
    };
    return { filled, connections: open?.count ?? 0, erasures, entries };
  } finally {
    await client.end();
  }
}
