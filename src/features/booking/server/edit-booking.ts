import type { Booking } from '#features/availability/server/index.ts';
import type { SessionOutcome } from '#features/booking/rules/booking-status.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { editedElsewhere } from '#platform/errors/errors.ts';
import { toWire } from '#rules/wire.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingClosed, bookingNotFound } from './check-booking.ts';
import { editBookingRow, findLockedBooking, unlessTaken } from './queries/bookings.ts';
import { getBooking } from './read-booking.ts';

/** The booking to change, and the version that the mentor has read. */
export interface EditedBooking {
  id: string;
  version: number;
}

interface Edit {
  /**
   * Returns whether the booking already has the requested values: then nothing changes, whatever
   * its version.
   */
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
      if (before.version !== version) throw editedElsewhere(toWire(await read()));
      await edit(transaction, before);
    }
    return read();
  });

/**
 * Marks a booking and its order as paid, with the reference of the payment, or undoes that. A booking
 * whose session no longer takes place stays unpaid: its money is unallocated. `by` is the email of the
 * account. Throws 404, `edited-elsewhere` and `order-closed` (409).
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
      const mark = { isPaid, reference, by };
      if (!(await deps.orders.markForBooking(transaction, id, mark))) return;
      await editBookingRow(transaction, id, {
        // A reference that comes later makes it no later payment.
        paidAt: isPaid ? (paidAt ?? deps.now()) : null,
        paymentReference: reference,
      });
    },
  });

/**
 * Records the outcome of a session that has started, or clears it. Throws 404, `booking-closed` or
 * `edited-elsewhere` (409).
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

/**
 * Returns a session that was cancelled or missed to its package, or takes it back. Throws 404, and 409
 * `booking-closed`, `package-closed` or `edited-elsewhere`.
 */
export const markReturned = (
  deps: BookingDeps,
  { isReturned, ...edited }: EditedBooking & { isReturned: boolean },
) =>
  editBooking(deps, edited, {
    isDone: ({ returnedAt }) => (returnedAt !== null) === isReturned,
    async edit(transaction, { id, entitlementId, cancelledAt, outcome }) {
      if (!entitlementId) throw bookingClosed('This session belongs to no package.');
      if (isReturned && !cancelledAt && outcome !== 'missed')
        throw bookingClosed('Cancel this session first, or mark it as missed.');
      const returnedAt = isReturned ? deps.now() : null;
      await unlessTaken(transaction, (savepoint) => editBookingRow(savepoint, id, { returnedAt }));
    },
  });

/** Saves the mentor's private note about a booking. Throws 404, `edited-elsewhere` (409). */
export const writeNote = (
  deps: BookingDeps,
  { mentorNote, ...edited }: EditedBooking & { mentorNote: string | null },
) =>
  editBooking(deps, edited, {
    isDone: (booking) => booking.mentorNote === mentorNote,
    edit: (transaction, { id }) => editBookingRow(transaction, id, { mentorNote }),
  });
