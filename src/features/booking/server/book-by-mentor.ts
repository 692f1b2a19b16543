import { typeNotOffered } from '#features/availability/rules/index.ts';
import { keepHours, type Offers, toSessionTerms } from '#features/availability/server/index.ts';
import { findTimeFault, type MentorBooking } from '#features/booking/rules/mentor-booking.ts';
import { queueDelivery, recordGivenUp } from '#features/mail/server/index.ts';
import { idReused, invalidBody } from '#platform/errors/errors.ts';
import { noticeKey, submissionKey } from '#rules/submission-keys.ts';
import { isHandled } from './book-session.ts';
import type { BookingDeps } from './booking-deps.ts';
import { releaseEndedHolds } from './hold-session.ts';
import { requireFreeTime } from './place-session.ts';
import { insertBooking } from './queries/bookings.ts';
import { queueBookingMail, scheduleReminders } from './queue-booking-mails.ts';

/**
 * Books a session for a client who asked the mentor, at any time without another session: the row, its
 * mails and its reminders in one transaction. It is never held for a payment, and no limit applies, and a repeat succeeds. Throws 422,
 * `slot-taken` or `id-reused` (409).
 */
export async function bookByMentor(
  deps: BookingDeps,
  { id, ...rest }: MentorBooking,
): Promise<void> {
  const { offers } = await deps.readSettings();
  await releaseEndedHolds(deps);
  await deps.db.transaction(async (transaction) => {
    const { startsAt, sessionType, email } = rest;
    const content = {
      ...rest,
      privacyVersion: null,
      agreedTo: null,
      email: email ?? '',
      notes: '',
      timeZone: null,
    };
    const asked = { kind: 'booking' as const, id, content };
    // Locks the reminder settings. Opening hours do not apply to the mentor.
    await keepHours(transaction);
    if (await isHandled(transaction, asked)) return;
    const fault = findFault(rest, offers, deps.now());
    if (fault) throw invalidBody([fault]);
    const session = { id, startsAt, ...toSessionTerms(sessionType, offers) };
    await requireFreeTime(deps, transaction, session);
    const booking = await insertBooking(transaction, {
      ...session,
      name: rest.name,
      email,
      phone: rest.phone,
      meetingType: rest.meetingType,
      tradingKnowledge: rest.tradingKnowledge,
      notes: '',
      mentorNote: rest.mentorNote,
      isBookedByMentor: true,
    });
    if (!booking) {
      // A concurrent request was faster: the same one, one for this time, or one with this id.
      if (await isHandled(transaction, asked)) return;
      await requireFreeTime(deps, transaction, session);
      throw idReused(id);
    }
    await deps.orders.placeForBooking(transaction, booking);
    const mail = `${submissionKey(asked)}:confirmation`;
    const confirmation = { occasion: 'booked-by-mentor', audience: 'visitor', mail } as const;
    await queueBookingMail(deps, transaction, { booking, ...confirmation });
    // The mentor gets no notice; its key only marks the submission as handled.
    const key = noticeKey(asked);
    await queueDelivery(transaction, { key, recipient: '', subject: '' });
    await recordGivenUp(transaction, key, 'cancelled');
    await scheduleReminders(deps, transaction, booking);
  });
}

function findFault(
  { startsAt, sessionType }: Pick<MentorBooking, 'startsAt' | 'sessionType'>,
  { mentorshipOptions }: Offers,
  now: Date,
) {
  if (!mentorshipOptions.some(({ title }) => title === sessionType))
    return { field: 'session_type', message: typeNotOffered };
  const message = findTimeFault(startsAt, now);
  return message ? { field: 'booking_date', message } : undefined;
}
