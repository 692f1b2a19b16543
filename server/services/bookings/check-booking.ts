import type { BookingContent } from '#domain/booking.ts';
import { findFault } from '#domain/booking-rules.ts';
import { invalidBody } from '#server/errors.ts';
import { bookingTerms } from './booking-terms.ts';

/** Holds a booking to all rules that need no look at other bookings. Throws 422. */
export function checkBooking(content: BookingContent, now: Date): void {
  const asked = { slot: new Date(content.booking_date), sessionType: content.session_type };
  const fault = findFault(asked, bookingTerms, now);
  if (fault) throw invalidBody([fault]);
}
