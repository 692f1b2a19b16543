import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#platform/db/executor.ts';
import {
  isAbout,
  isAnyOf,
  isOf,
  listAccountMailboxes,
  type PersonalTable,
  personalTables,
} from '#platform/db/personal-data.ts';
import { verification } from '#platform/db/schema/account-schema.ts';
import { bookings as bookingsTable } from '#platform/db/schema/booking-schema.ts';
import { leads as leadsTable } from '#platform/db/schema/lead-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { mailDeliveries, mailHandovers, rateLimits } from '#platform/db/schema/schema.ts';
import { toMailbox } from '#rules/mailbox.ts';
import type { ErasureCounts } from '#rules/personal-records.ts';
import { eraseOrders } from './erase-orders.ts';

interface RowsToErase {
  /** Email addresses in the form of `toAddress`. */
  mailboxes: string[];
  /** Records that are erased whatever address they have. */
  ids: string[];
  /** Newer rows are kept, because the person has returned since. If absent, all rows are erased. */
  until?: Date;
  /**
   * The site's own addresses. Emails to them are only erased if they are about an erased record.
   */
  ownMailboxes?: readonly string[];
}

interface ErasedRows {
  /** The ids of the erased records. */
  ids: string[];
  /** The storage paths of files that no row names any more. */
  files: string[];
  counts: Pick<
    ErasureCounts,
    'leads' | 'bookings' | 'orders' | 'customers' | 'requests' | 'mails' | 'log_entries'
  >;
}

/**
 * Erases a person from every table within the caller's transaction. The keys of emails are kept
 * without recipients, so that a late repeat of a form is still recognised. The log of admin
 * accounts is kept.
 */
export async function eraseRows(db: Executor, rows: RowsToErase): Promise<ErasedRows> {
  const { until, ownMailboxes = [] } = rows;
  const accounts = await listAccountMailboxes(db);
  const strangers = rows.mailboxes.filter((one) => !accounts.includes(one));
  const recipients = strangers.filter((one) => !ownMailboxes.includes(one));
  const isMeant = (kind: PersonalTable, mailboxes: string[]) =>
    sql`(${isOf(kind, mailboxes)} and ${personalTables[kind].madeAt} <= ${until?.toISOString() ?? 'infinity'})`;
  const isRecord = (kind: 'leads' | 'bookings' | 'orders' | 'customers' | 'requests') =>
    or(isMeant(kind, rows.mailboxes), inArray(personalTables[kind].table.id, rows.ids));

  // A transaction that locks an order and its booking locks the order first.
  const { ids: orderIds, files } = await eraseOrders(
    db,
    or(
      isRecord('orders'),
      inArray(orders.leadId, listIds(db, leadsTable, isRecord('leads'))),
      inArray(orders.bookingId, listIds(db, bookingsTable, isRecord('bookings'))),
      inArray(orders.leadId, rows.ids),
      inArray(orders.bookingId, rows.ids),
    ),
  );
  const leads = await deleteRows(db, 'leads', isRecord('leads'));
  const bookings = await deleteRows(db, 'bookings', isRecord('bookings'));
  const customers = await deleteRows(db, 'customers', isRecord('customers'));
  const requests = await deleteRows(db, 'requests', isRecord('requests'));
  const events = await deleteRows(db, 'log_entries', isMeant('log_entries', strangers));
  await deleteRows(db, 'tokens', isMeant('tokens', strangers));
  await eraseKeys(db, strangers);
  const ids = [
    ...new Set([...leads, ...bookings, ...orderIds, ...customers, ...requests, ...rows.ids]),
  ];
  await db.delete(mailHandovers).where(isAbout(mailHandovers.key, ids));
  const isMail = or(isAbout(mailDeliveries.key, ids), isMeant('mails', recipients));
  const counts = {
    leads: leads.length,
    bookings: bookings.length,
    requests: requests.length,
    orders: orderIds.length,
    customers: customers.length,
    mails: await blankDeliveries(db, isMail),
    log_entries: events.length,
  };
  return { ids, files, counts };
}

/** Selects the ids of rows. */
const listIds = (
  db: Executor,
  table: typeof leadsTable | typeof bookingsTable,
  where: SQL | undefined,
) => db.select({ id: table.id }).from<PgTable>(table).where(where);

/** Deletes rows. Returns their ids. */
export async function deleteRows(
  db: Executor,
  kind: Exclude<PersonalTable, 'mails' | 'orders'>,
  where: SQL | undefined,
): Promise<string[]> {
  const { table } = personalTables[kind];
  const rows = await db
    .delete<PgTable>(table)
    .where(where)
    .returning({ id: sql<string>`${table.id}` });
  return rows.map(({ id }) => id);
}

/** Deletes the recipients and contents of emails, and cancels unsent ones. Returns how many. */
export async function blankDeliveries(db: Executor, where: SQL | undefined): Promise<number> {
  const { status, recipient } = mailDeliveries;
  const { rowCount } = await db
    .update(mailDeliveries)
    .set({
      recipient: '',
      subject: '',
      lastError: null,
      payload: null,
      updatedAt: sql`now()`,
      status: sql`case ${status} when 'sent' then 'sent' else 'cancelled' end`,
    })
    .where(sql`(${where}) and ${recipient} <> ''`);
  return rowCount ?? 0;
}

/** Deletes rows whose key contains an address: pending sign-ins and rate limits. */
async function eraseKeys(db: Executor, mailboxes: string[]): Promise<void> {
  const { identifier, value } = verification;
  for (const one of mailboxes) {
    await db
      .delete(verification)
      .where(sql`strpos(lower(${identifier} || ' ' || ${value}), ${one}) > 0`);
  }
  const limits = mailboxes.flatMap((one) =>
    ['mail-to-stranger', 'book-by-mailbox'].map((limit) => `${limit}:${toMailbox(one)}`),
  );
  await db.delete(rateLimits).where(isAnyOf(rateLimits.key, limits));
}
