import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { bookByMentor } from './book-by-mentor.ts';
import { bookIncluded } from './book-included.ts';
import { bookSession, takeBooking } from './book-session.ts';
import type { BookingDeps } from './booking-deps.ts';
import * as changes from './change-booking.ts';
import * as changesByMentor from './change-by-mentor.ts';
import { markOutcome, markPayment, markReturned, writeNote } from './edit-booking.ts';
import { exportBookings } from './export-bookings.ts';
import * as managing from './find-managed-booking.ts';
import { readPlacement } from './place-session.ts';
import { previewMail } from './preview-mail.ts';
import * as reading from './read-booking.ts';

export type BookingServices = ReturnType<typeof createBookingServices>;

/** The dependency of the booking resources. */
export interface WithBookings {
  services: BookingServices;
}

/** Creates the use cases of bookings. Starts nothing. */
export const createBookingServices = (deps: BookingDeps) =>
  bindUseCases(deps, {
    bookSession,
    takeBooking,
    bookIncluded,
    bookByMentor,
    readPlacement,
    ...managing,
    ...changes,
    ...changesByMentor,
    markPayment,
    markOutcome,
    markReturned,
    writeNote,
    ...reading,
    exportBookings,
    previewMail,
  });
