import { bookingDesk, openingHours } from '#content/booking-desk.ts';
import type { BookingTerms } from '#domain/booking-rules.ts';
import { sessionTypes } from './session.ts';

/** The operator's terms, as the rules take them. */
export const bookingTerms: BookingTerms = {
  opening: openingHours,
  sessionTypes,
  bookableDays: bookingDesk.bookableDays,
};
