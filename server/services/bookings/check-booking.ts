import { bookingRules, openingHours } from '#content/booking-rules.ts';
import { type BookingContent, slotTaken as wording } from '#domain/booking.ts';
import { type BookingTerms, findFault } from '#domain/booking-rules.ts';
import { AppError, invalidBody } from '#server/errors.ts';
import { sessionTypes } from './mentorship-session.ts';

/** The operator's terms, as the rules take them. */
export const bookingTerms: BookingTerms = {
  opening: openingHours,
  sessionTypes,
  bookableDays: bookingRules.bookableDays,
};

/** Holds a booking to all rules that need no look at other bookings. Throws 422. */
export function checkBooking({ startsAt, session_type }: BookingContent, now: Date): void {
  const fault = findFault({ startsAt, sessionType: session_type }, bookingTerms, now);
  if (fault) throw invalidBody([fault]);
}

/** 409: somebody else has the slot. `freeSlots` are those of its day, where they could be asked for. */
export const slotTaken = (freeSlots?: Date[]) =>
  new AppError(409, wording.code, wording.message, {
    fieldErrors: [{ field: 'booking_date', message: wording.message }],
    ...(freeSlots && {
      extensions: { slots: freeSlots.map((startsAt) => startsAt.toISOString()) },
    }),
  });

/** 404: there is no such booking, or there is none any more. */
export const bookingNotFound = () =>
  new AppError(404, 'booking-not-found', 'This booking does not exist any more.');

/** 409: the booking can no longer be changed. */
export const bookingClosed = (userMessage: string) =>
  new AppError(409, 'booking-closed', userMessage);
