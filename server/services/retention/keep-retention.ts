import { keepsSince } from '#domain/legal/keeps-since.ts';
import type { RetentionSettings } from '#domain/settings/legal.ts';
import type { Database } from '#server/db/executor.ts';
import {
  anonymiseDeliveriesOf,
  type KeptKind,
  removeOldDeliveries,
  removeOldHandovers,
  removeOldRecords,
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
  const leads = await removeRecords(db, 'lead', since('leadMonths'));
  const bookings = await removeRecords(db, 'booking', since('bookingMonths'));
  await trimLog(deps.databaseLog, since('logDays'));
  log.info(
    { leads, bookings, mails, captured },
    'Data older than the retention periods was deleted',
  );
}

/** Deletes records for good that are older, in the trash or not, and forgets whom their mails went to. Returns how many. */
async function removeRecords(db: Database, kind: KeptKind, before: Date): Promise<number> {
  let removed = 0;
  for (const isTrashed of [false, true]) {
    removed += await removeAll(() =>
      db.transaction(async (transaction) => {
        const ids = await removeOldRecords(transaction, { kind, before, isTrashed });
        if (ids.length > 0) await anonymiseDeliveriesOf(transaction, kind, ids);
        return ids.length;
      }),
    );
  }
  return removed;
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
