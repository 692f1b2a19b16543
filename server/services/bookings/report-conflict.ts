import type { Database } from '#server/db/executor.ts';
import { recordSent } from '#server/db/queries/mail-deliveries.ts';
import type { DeliverOnce } from '#server/mail/deliver-once.ts';
import { composeBookingMail } from '#server/services/mail/compose-booking-mail.ts';
import type { CalendarIdentity } from '#server/services/mail/compose-invitation.ts';
import type { BookingToStore } from '#server/services/submissions/submission.ts';
import { toRequestedSession } from './mentorship-session.ts';
import { conflictKey } from './store-booking.ts';

/** Why a booking is not in the calendar: somebody else has its slot, or its visitor has too many. */
export type Conflict = 'taken' | 'too-many';

interface ReportConflictDeps {
  db: Database;
  deliverOnce: DeliverOnce;
  calendar: CalendarIdentity;
  recipient: string;
}

/**
 * Tells the mentor of a booking that was taken in while the database was away, and that the
 * calendar then had no place for: there is no row that says it. Sent straight from the journal, which
 * keeps the words until this returns. Throws when the mail was not taken.
 */
export async function reportConflict(
  { db, deliverOnce, calendar, recipient }: ReportConflictDeps,
  asked: BookingToStore,
  { receivedAt, conflict }: { receivedAt: Date; conflict: Conflict },
): Promise<void> {
  const key = conflictKey(asked);
  const mail = await composeBookingMail(toRequestedSession(asked.id, asked.content), {
    key,
    kind: conflict === 'taken' ? 'mentor-conflict' : 'mentor-too-many',
    recipient,
    calendar,
    // Above that of the invitation that may have gone out without the calendar.
    sequence: 1,
    receivedAt,
  });
  await deliverOnce(mail);
  await recordSent(db, { key, recipient, subject: mail.subject });
}
