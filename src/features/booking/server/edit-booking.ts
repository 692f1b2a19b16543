import type { SessionOutcome } from '#features/booking/rules/booking-standing.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { editedElsewhere } from '#platform/errors/errors.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingClosed, bookingNotFound } from './check-booking.ts';
import { type Booking, editBookingRow, findLockedBooking } from './queries/bookings.ts';
import { getBooking } from './read-booking.ts';

/** Which booking the mentor changes, and which version of it they have read. */
export interface EditedBooking {
  id: string;
  version: number;
}

interface Edit {
  /** Whether the booking says already what is asked for: then nothing is done, whatever its version. */
  isDone: (booking: Booking) => boolean;
  edit: (transaction: Transaction, booking: Booking) => Promise<unknown>;
}

/**
 * Changes a locked booking in one transaction and returns it. Throws 404, and `edited-elsewhere` (409)
 * if the mentor has read another version.
 */
export const editBooking = (
  deps: BookingDeps,
  { id, version }: EditedBooking,
  { isDone, edit }: Edit,
) =>
  deps.db.transaction(async (transaction) => {
    const read = () => getBooking({ ...deps, db: transaction }, { id });
    await deps.orders.lockForBooking(transaction, id);
    const before = await findLockedBooking(transaction, id, 'update');
    if (!before) throw bookingNotFound();
    if (!isDone(before)) {
      if (before.version !== version) throw editedElsewhere(await read());
      await edit(transaction, before);
    }
    return read();
  });

/**
 * Marks a booking as paid, with what the payment is found by, or takes that back, and its order with it.
 * `by` is the email of the account. Throws 404, `edited-elsewhere` and `order-closed` (409).
 */
export const markPayment = (
  deps: BookingDeps,
  {
    isPaid,
    reference,
    by,
    ...edited
  }: EditedBooking & { isPaid: boolean; reference: string | null; by: string },
) =>
  editBooking(deps, edited, {
    isDone: ({ paidAt, paymentReference }) =>
      (paidAt !== null) === isPaid && paymentReference === reference,
    async edit(transaction, { id, paidAt }) {
      await deps.orders.markForBooking(transaction, id, { isPaid, reference, by });
      await editBookingRow(transaction, id, {
        // A reference that comes later makes it no later payment.
        paidAt: isPaid ? (paidAt ?? deps.now()) : null,
        paymentReference: reference,
      });
    },
  });

/**
 * Says what became of a session whose time has come, or takes that back. Throws 404,
 * `booking-closed` or `edited-elsewhere` (409).
 */
export const markOutcome = (
  deps: BookingDeps,
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
  deps: BookingDeps,
  { mentorNote, ...edited }: EditedBooking & { mentorNote: string | null },
) =>
  editBooking(deps, edited, {
    isDone: (booking) => booking.mentorNote === mentorNote,
    edit: (transaction, { id }) => editBookingRow(transaction, id, { mentorNote }),
  });
