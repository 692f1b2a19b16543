import { bookingRules } from '#content/booking-rules.ts';
import { isReminderWorthwhile } from '#domain/booking-rules.ts';
import type { Transaction } from '#server/db/executor.ts';
import { type Booking, findLockedBooking } from '#server/db/queries/bookings.ts';
import { queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import type { BookingReminderPayload } from '#server/jobs/send-mail.ts';
import { bookingMailSubject, composeBookingMail } from './compose-booking-mail.ts';
import { postponeMail } from './mail-allowance.ts';
import { type SendBookingMailDeps, toManageUrl } from './send-booking-mail.ts';
import { sendQueuedMail } from './send-queued-mail.ts';

/**
 * Reminds a visitor, once. The booking is looked at again, and held while the mail goes out:
 * there is no reminder when it was cancelled, deleted or moved before, or when it is too
 * late. Throws what `sendQueuedMail` throws.
 */
export function sendBookingReminder(
  deps: SendBookingMailDeps,
  payload: BookingReminderPayload,
): Promise<void> {
  const { bookingId, mail: key } = payload;
  return sendQueuedMail(deps, {
    key,
    // Queued only now: until it is due, there is nothing to send.
    async prepare(transaction) {
      const booking = await holdDueBooking(deps, transaction, payload);
      if (!booking) return;
      const subject = bookingMailSubject(booking, 'visitor-reminder');
      await queueDelivery(transaction, { key, recipient: booking.email, subject });
    },
    async compose(transaction, { recipient }) {
      const booking = await holdDueBooking(deps, transaction, payload);
      if (!booking) return undefined;
      return composeBookingMail(booking, {
        key,
        kind: 'visitor-reminder',
        recipient,
        calendar: deps.calendar,
        sequence: booking.calendarSequence,
        receivedAt: booking.createdAt,
        manageUrl: toManageUrl(deps, bookingId),
      });
    },
    postpone: (transaction, mail) => postponeMail(deps, transaction, { mail, payload }),
  });
}

async function holdDueBooking(
  { now }: SendBookingMailDeps,
  transaction: Transaction,
  { bookingId, startsAt: start, minutesBefore }: BookingReminderPayload,
): Promise<Booking | undefined> {
  const startsAt = new Date(start);
  const booking = await findLockedBooking(transaction, bookingId, 'share');
  if (!booking || booking.cancelledAt) return undefined;
  if (booking.startsAt.getTime() !== startsAt.getTime()) return undefined;
  const isDue = isReminderWorthwhile(
    { startsAt, minutesBefore },
    bookingRules.reminderMinutes,
    now(),
  );
  return isDue ? booking : undefined;
}
