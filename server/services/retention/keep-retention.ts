import { keepsSince } from '#domain/legal/keeps-since.ts';
import type { RetentionSettings } from '#domain/settings/legal.ts';
import type { Database } from '#server/db/executor.ts';
import {
  anonymiseDeliveriesOf,
  removeOldBookings,
  removeOldDeliveries,
  removeOldHandovers,
  removeOldLeads,
  retentionBatch,
} from '#server/db/queries/retention.ts';
import type { Logger } from '#server/logger.ts';
import { removeOldMails } from '#server/mail/mailbox.ts';
import { trimLog } from '#server/trim-log.ts';
import { readRetention } from './read-retention.ts';

/** What the nightly job works on. */
export interface RetentionDeps {
  db: Database;
  now: () => Date;
  log: Logger;
  /** Where captured mails lie, and the log of the private database, if they are there. */
  mailboxDirectory: string;
  databaseLog: string;
}

/**
 * Deletes for good what is older than the settings say, in batches; what fails is begun again by the
 * next try, where it was left off. Numbers for charts are rows of their own, and stay.
 */
export async function keepRetention(deps: RetentionDeps): Promise<void> {
  const { db, log } = deps;
  const retention = await readRetention(db);
  const since = (what: keyof RetentionSettings) => keepsSince(deps.now(), retention, what);
  const mails = await removeAll(() => removeOldDeliveries(db, since('mailMonths')));
  await removeOldHandovers(db, since('mailMonths'));
  const captured = await removeOldMails(deps.mailboxDirectory, since('mailMonths'));
  const records = { leads: 0, bookings: 0 };
  for (const part of ['kept', 'trashed'] as const) {
    records.leads += await removeAll(() =>
      db.transaction(async (transaction) => {
        const ids = await removeOldLeads(transaction, since('leadMonths'), part);
        await anonymiseDeliveriesOf(transaction, 'lead', ids);
        return ids.length;
      }),
    );
    records.bookings += await removeAll(() =>
      db.transaction(async (transaction) => {
        const ids = await removeOldBookings(transaction, since('bookingMonths'), part);
        await anonymiseDeliveriesOf(transaction, 'booking', ids);
        return ids.length;
      }),
    );
  }
  await trimLog(deps.databaseLog, since('logDays'));
  log.info({ ...records, mails, captured }, 'What was older than the settings say is gone');
}

/** Goes on as long as batches are full. Returns how many rows went. */
async function removeAll(removeBatch: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await removeBatch();
    removed += count;
    if (count < retentionBatch) return removed;
  }
}
