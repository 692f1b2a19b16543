import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { bookForVisitor } from './book-for-visitor.ts';
import { bookSession, takeBooking } from './book-session.ts';
import type { BookingDeps } from './booking-deps.ts';
import {
  cancelBooking,
  changeReminders,
  deleteBooking,
  moveBooking,
  refuseByOneClick,
} from './change-booking.ts';
import { cancelForVisitor, moveForVisitor, saveJoinDetails } from './change-for-visitor.ts';
import { markOutcome, markPayment, writeNote } from './edit-booking.ts';
import { exportBookings } from './export-bookings.ts';
import {
  composeCalendarFile,
  findManagedBooking,
  getManagedBookingId,
} from './find-managed-booking.ts';
import { readPlacement } from './place-session.ts';
import { previewMail } from './preview-mail.ts';
import { getBooking, listBookingHistory, listBookings } from './read-booking.ts';

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
    readPlacement,
    findManagedBooking,
    getManagedBookingId,
    composeCalendarFile,
    moveBooking,
    cancelBooking,
    deleteBooking,
    changeReminders,
    refuseByOneClick,
    bookForVisitor,
    moveForVisitor,
    cancelForVisitor,
    saveJoinDetails,
    markPayment,
    markOutcome,
    writeNote,
    getBooking,
    listBookings,
    listBookingHistory,
    exportBookings,
    previewMail,
  });
