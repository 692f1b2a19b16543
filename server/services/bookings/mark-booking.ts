import type { SessionOutcome } from '#domain/booking-outcome.ts';
import { editBookingRow } from '#server/db/queries/bookings.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { bookingClosed } from './check-booking.ts';
import { type EditedBooking, editBooking } from './edit-booking.ts';

/** Marks a booking as paid, with what the payment is found by, or takes that back. Throws 404, `edited-elsewhere` (409). */
export const markPayment = (
  deps: ServiceDeps,
  { isPaid, reference, ...edited }: EditedBooking & { isPaid: boolean; reference: string | null },
) =>
  editBooking(deps, edited, {
    isDone: ({ paidAt, paymentReference }) =>
      (paidAt !== null) === isPaid && paymentReference === reference,
    edit: (transaction, { id, paidAt }) =>
      editBookingRow(transaction, id, {
        // A reference that comes later makes it no later payment.
        paidAt: isPaid ? (paidAt ?? deps.now()) : null,
        paymentReference: reference,
      }),
  });

/**
 * Says what became of a session whose time has come, or takes that back. Throws 404,
 * `booking-closed` or `edited-elsewhere` (409).
 */
export const markOutcome = (
  deps: ServiceDeps,
  { outcome, ...edited }: EditedBooking & { outcome: SessionOutcome | null },
) =>
  editBooking(deps, edited, {
    isDone: (booking) => booking.outcome === outcome,
    edit(transaction, { id, startsAt, cancelledAt }) {
      if (cancelledAt) throw bookingClosed('This session has been cancelled.');
      if (outcome && startsAt > deps.now()) throw bookingClosed('This session hasn’t started yet.');
      return editBookingRow(transaction, id, { outcome });
    },
  });

/** Keeps the mentor's own words about a booking. Throws 404, `edited-elsewhere` (409). */
export const writeNote = (
  deps: ServiceDeps,
  { mentorNote, ...edited }: EditedBooking & { mentorNote: string | null },
) =>
  editBooking(deps, edited, {
    isDone: (booking) => booking.mentorNote === mentorNote,
    edit: (transaction, { id }) => editBookingRow(transaction, id, { mentorNote }),
  });
