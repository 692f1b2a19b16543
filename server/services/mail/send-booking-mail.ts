import { findBooking } from '#server/db/queries/bookings.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import type { BookingMailPayload } from '#server/jobs/send-mail.ts';
import type { ManageLinks } from '#server/services/bookings/manage-links.ts';
import { composeBookingMail } from './compose-booking-mail.ts';
import type { CalendarIdentity } from './compose-invitation.ts';
import { type MailAllowanceDeps, postponeMail } from './mail-allowance.ts';
import { type SendQueuedMailDeps, sendQueuedMail } from './send-queued-mail.ts';

export interface SendBookingMailDeps extends SendQueuedMailDeps, MailAllowanceDeps {
  sendMail: SendMail;
  manageLinks: ManageLinks;
  calendar: CalendarIdentity;
  now: () => Date;
}

/** The visitor's private link, in full. */
export const toManageUrl = ({ manageLinks, calendar }: SendBookingMailDeps, bookingId: string) =>
  new URL(manageLinks.toPath(bookingId), calendar.siteUrl).href;

/**
 * Sends a mail about a booking's making or change, once. None when the booking was deleted,
 * or changed once more since: that change has a mail of its own. Throws what `sendQueuedMail` throws.
 */
export function sendBookingMail(
  deps: SendBookingMailDeps,
  payload: BookingMailPayload,
): Promise<void> {
  const { bookingId, occasion, audience, sequence, mail: key } = payload;
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient }) {
      const booking = await findBooking(transaction, bookingId);
      if (booking?.calendarSequence !== sequence) return undefined;
      const isManageable = audience === 'visitor' && occasion !== 'cancelled';
      return composeBookingMail(booking, {
        key,
        kind: `${audience}-${occasion}`,
        recipient,
        calendar: deps.calendar,
        sequence,
        receivedAt: booking.createdAt,
        ...(isManageable && { manageUrl: toManageUrl(deps, bookingId) }),
      });
    },
    postpone: (transaction, mail) => postponeMail(deps, transaction, { mail, payload }),
  });
}
