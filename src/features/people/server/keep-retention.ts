import { and, lt, ne, sql } from 'drizzle-orm';
import { blankDeliveries, deleteOldOrders, deleteRows } from '#features/erasures/server/index.ts';
import type { RetentionSettings } from '#features/settings/rules/index.ts';
import { readRetention } from '#features/settings/server/index.ts';
import type { SubmissionDeps } from '#features/submissions/server/index.ts';
import { isAbout } from '#platform/db/personal-data.ts';
import { databaseLogFile } from '#platform/db/private/cluster.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { customers, entitlements } from '#platform/db/schema/library-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { mailDeliveries, mailHandovers } from '#platform/db/schema/schema.ts';
import { trimLog } from '#platform/log/trim-log.ts';
import { removeOldMails } from '#platform/mail/mailbox.ts';
import { keepsSince, recordYears, yearsAgo } from '#rules/retention.ts';

/** The dependencies of the nightly job. */
export type RetentionDeps = Pick<
  SubmissionDeps,
  'db' | 'now' | 'log' | 'mailboxDirectory' | 'dataDirectory'
>;

/**
 * Permanently deletes data that is older than the retention periods. Sums for charts are separate
 * rows and are kept.
 */
export async function keepRetention(deps: RetentionDeps): Promise<void> {
  const { db, log } = deps;
  const retention = await readRetention(db);
  const since = (what: keyof RetentionSettings) => keepsSince(deps.now(), retention, what);
  const old = await db.transaction(async (transaction) => {
    const isOldLead = lt(leads.createdAt, since('leadMonths'));
    const isOldBooking = lt(bookings.startsAt, since('bookingMonths'));
    const leadIds = await deleteRows(transaction, 'leads', isOldLead);
    const bookingIds = await deleteRows(transaction, 'bookings', isOldBooking);
    const ordersGone = await deleteOldOrders(transaction, {
      paidBefore: yearsAgo(deps.now(), recordYears),
      unpaidBefore: since('leadMonths'),
    });
    const customerIds = await deleteRows(
      transaction,
      'customers',
      isFormerCustomer(since('leadMonths')),
    );
    const gone = [...leadIds, ...bookingIds, ...customerIds];
    await blankDeliveries(transaction, isAbout(mailDeliveries.key, gone));
    return {
      leads: leadIds.length,
      bookings: bookingIds.length,
      orders: ordersGone,
      customers: customerIds.length,
    };
  });
  const mailsBefore = since('mailMonths');
  const { status, createdAt } = mailDeliveries;
  const { rowCount: mails } = await db
    .delete(mailDeliveries)
    .where(and(ne(status, 'queued'), lt(createdAt, mailsBefore)));
  await db.delete(mailHandovers).where(lt(mailHandovers.createdAt, mailsBefore));
  const captured = await removeOldMails(deps.mailboxDirectory, mailsBefore);
  await trimLog(databaseLogFile(deps.dataDirectory), since('logDays'));
  log.info({ ...old, mails, captured }, 'Data older than the retention periods was deleted');
}

/** Matches customers from before an instant without orders, whose access has all ended before it. */
const isFormerCustomer = (before: Date) =>
  and(
    lt(customers.createdAt, before),
    sql`not exists (select from ${orders} where ${orders.customerId} = ${customers.id})`,
    sql`not exists (select from ${entitlements} where ${entitlements.customerId} = ${customers.id}
      and coalesce(least(${entitlements.revokedAt}, ${entitlements.endsAt}), 'infinity') >= ${before.toISOString()})`,
  );
