import { and, lt, ne } from 'drizzle-orm';
import { blankDeliveries, deleteOldOrders, deleteRows } from '#features/erasures/server/index.ts';
import type { RetentionSettings } from '#features/settings/rules/index.ts';
import { readRetention } from '#features/settings/server/index.ts';
import type { SubmissionDeps } from '#features/submissions/server/index.ts';
import { isAbout } from '#platform/db/personal-data.ts';
import { databaseLogFile } from '#platform/db/private/cluster.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
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
    await blankDeliveries(transaction, isAbout(mailDeliveries.key, [...leadIds, ...bookingIds]));
    const ordersGone = await deleteOldOrders(transaction, {
      paidBefore: yearsAgo(deps.now(), recordYears),
      unpaidBefore: since('leadMonths'),
    });
    return { leads: leadIds.length, bookings: bookingIds.length, orders: ordersGone };
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
