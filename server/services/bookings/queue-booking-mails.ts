import type { Transaction } from '#server/db/executor.ts';
import type { Booking } from '#server/db/queries/bookings.ts';
import { queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import type { BookingMailPayload } from '#server/jobs/send-mail.ts';
import { bookingMailSubject } from '#server/services/mail/compose-booking-mail.ts';

export interface BookingMailDeps {
  sendMail: SendMail;
  /** Where the mentor's mails go. */
  recipient: string;
}

type Audience = BookingMailPayload['audience'];
type Occasion = BookingMailPayload['occasion'];

interface BookingMailInput {
  booking: Booking;
  occasion: Occasion;
  audience: Audience;
  /** Names the mail for ever. */
  mail: string;
}

/** What the deliveries of a booking's mails begin with. */
export const bookingMailPrefix = (bookingId: string) => `booking:${bookingId}:`;

/** Names for ever the mail that tells one side of a change; changes are counted by `calendarSequence`. */
export const changeMailKey = (
  { id, calendarSequence }: Pick<Booking, 'id' | 'calendarSequence'>,
  occasion: Exclude<Occasion, 'booked'>,
  audience: Audience,
) => `${bookingMailPrefix(id)}${occasion}:${calendarSequence}:${audience}`;

/** Queues a mail within the transaction, unless it was queued before. */
export async function queueBookingMail(
  { sendMail, recipient }: BookingMailDeps,
  transaction: Transaction,
  { booking, occasion, audience, mail }: BookingMailInput,
): Promise<void> {
  const delivery = {
    key: mail,
    recipient: audience === 'mentor' ? recipient : booking.email,
    subject: bookingMailSubject(booking, `${audience}-${occasion}`),
  };
  if (!(await queueDelivery(transaction, delivery))) return;
  const { id: bookingId, calendarSequence: sequence } = booking;
  await sendMail(transaction, {
    kind: 'booking-mail',
    bookingId,
    occasion,
    audience,
    sequence,
    mail,
  });
}

/** Tells both sides of a change, within the transaction that makes it. */
export async function queueChangeMails(
  deps: BookingMailDeps,
  transaction: Transaction,
  { booking, occasion }: { booking: Booking; occasion: Exclude<Occasion, 'booked'> },
): Promise<void> {
  for (const audience of ['visitor', 'mentor'] as const) {
    const mail = changeMailKey(booking, occasion, audience);
    await queueBookingMail(deps, transaction, { booking, occasion, audience, mail });
  }
}
