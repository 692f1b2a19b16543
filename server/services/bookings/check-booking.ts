import { bookingRules, openingHours } from '#content/booking-rules.ts';
import type { BookingContent } from '#domain/booking.ts';
import { type BookingTerms, findFault } from '#domain/booking-rules.ts';
import { invalidBody } from '#server/errors.ts';
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
