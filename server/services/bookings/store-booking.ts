import type { Database, Transaction } from '#server/db/executor.ts';
import { findBooking, insertBooking } from '#server/db/queries/bookings.ts';
import { hasDelivery, recordSent } from '#server/db/queries/mail-deliveries.ts';
import { lockMailbox } from '#server/db/queries/mailboxes.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import { bookingMailSubject } from '#server/services/mail/compose-booking-mail.ts';
import {
  type BookingToStore,
  noticeKey,
  submissionKey,
} from '#server/services/submissions/submission.ts';
import { hasAllSessions } from './booking-limits.ts';
import { toRequestedSession } from './mentorship-session.ts';
import { type BookingMailDeps, queueBookingMail } from './queue-booking-mails.ts';
import { scheduleReminders } from './schedule-reminders.ts';

export interface StoreBookingDeps extends BookingMailDeps {
  db: Database;
  limiter: Limiter;
  now: () => Date;
}

interface StoreBookingInput {
  booking: BookingToStore;
  receivedAt?: Date;
  /** Whether the mentor's notice went out already, without the database. */
  isMailed: boolean;
}

/**
 * What became of a booking: a new row; one that was there with the same words, or with other
 * words; or none, because somebody else has its slot, or because its visitor has as many
 * sessions to come as may be.
 */
type StoreBookingOutcome = 'stored' | 'same' | 'different' | 'taken' | 'too-many';

/**
 * One transaction: the row, the deliveries of its mails, the jobs that send them, and
 * those of the reminders; all or nothing. Safe to repeat and to race: of any number of calls
 * for one slot, one stores, and one visitor's come one after the other. Says nothing of
 * opening hours. Throws what the database throws.
 */
export function storeBooking(
  deps: StoreBookingDeps,
  { booking: asked, receivedAt, isMailed }: StoreBookingInput,
): Promise<StoreBookingOutcome> {
  const { id, content } = asked;
  const session = toRequestedSession(id, content);
  return deps.db.transaction(async (transaction) => {
    if (deps.limiter.isOn) await lockMailbox(transaction, content.email);
    // The notes outlive the row: a deleted booking must not come back with a late repeat.
    if (await isHandled(transaction, asked)) return 'same';
    if (await hasAllSessions(deps, transaction, content.email)) return 'too-many';
    const createdAt = receivedAt && { createdAt: receivedAt };
    const booking = await insertBooking(transaction, { ...session, ...createdAt });
    if (!booking) {
      if (await isHandled(transaction, asked)) return 'same';
      return (await findBooking(transaction, id)) ? 'different' : 'taken';
    }

    const notice = {
      booking,
      occasion: 'booked',
      audience: 'mentor',
      mail: noticeKey(asked),
    } as const;
    if (isMailed) {
      const subject = bookingMailSubject(booking, 'mentor-booked');
      await recordSent(transaction, { key: notice.mail, recipient: deps.recipient, subject });
    } else await queueBookingMail(deps, transaction, notice);
    // One that waited in the journal beyond its own start needs no confirmation any more.
    if (session.startsAt > deps.now()) {
      const mail = `${submissionKey(asked)}:confirmation`;
      await queueBookingMail(deps, transaction, { ...notice, audience: 'visitor', mail });
    }
    await scheduleReminders(deps, transaction, booking);
    return 'stored';
  });
}

/** Names the mail that tells the mentor of a booking whose slot went to somebody else. */
export const conflictKey = (asked: BookingToStore) => `${submissionKey(asked)}:conflict`;

/** Returns whether the database has seen these words under this id, whatever became of them. */
export const isHandled = (db: Database | Transaction, asked: BookingToStore) =>
  hasDelivery(db, [noticeKey(asked), conflictKey(asked)]);
