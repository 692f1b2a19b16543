import type { Booking } from '#features/availability/server/index.ts';
import { noteChange } from '#features/booking/rules/booking-change.ts';
import { findTimeFault } from '#features/booking/rules/mentor-booking.ts';
import { isAnyQueued } from '#features/mail/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { invalidBody } from '#platform/errors/errors.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingClosed, requireConfirmed, slotTaken } from './check-booking.ts';
import { type EditedBooking, editBooking } from './edit-booking.ts';
import { releaseEndedHolds } from './hold-session.ts';
import { requireFreeTime } from './place-session.ts';
import { editBookingRow, unlessTaken, updateBooking } from './queries/bookings.ts';
import { reviveBooking } from './queries/revive-booking.ts';
import {
  cancelReminders,
  queueChangeMails,
  scheduleReminders,
  visitorMailKeys,
} from './queue-booking-mails.ts';
import { settleCancellation } from './settle-cancellation.ts';

/** The mentor's message to the visitor about the change. */
interface ChangeWithMessage extends EditedBooking {
  message: string | null;
}

/**
 * Moves a booking to a free time, also outside the opening hours. Replaces its invitation and reminders
 * and resets its outcome. Books a cancelled session again if it is paid for, also with unallocated money.
 * Returns the booking. Throws 404, 422, and 409 `slot-taken`, `booking-closed` or `edited-elsewhere`.
 */
export async function moveByMentor(
  deps: BookingDeps,
  { startsAt, message, ...edited }: ChangeWithMessage & { startsAt: Date },
) {
  await releaseEndedHolds(deps);
  return editBooking(deps, edited, {
    isDone: (booking) => +booking.startsAt === +startsAt && booking.cancelledAt === null,
    async edit(transaction, before) {
      const wasCancelled = before.cancelledAt !== null;
      if (!wasCancelled) requireConfirmed(before);
      else if (!(await isPaidFor(deps, transaction, before)))
        throw bookingClosed('This session has been cancelled.');
      const fault = findTimeFault(startsAt, deps.now());
      if (fault) throw invalidBody([{ field: 'booking_date', message: fault }]);
      const moved = { ...before, startsAt };
      await requireFreeTime(deps, transaction, moved);
      const note = { by: 'mentor', at: deps.now(), to: startsAt, reason: message } as const;
      const changes = noteChange(before, note);
      const change = {
        ...{ startsAt, changes, outcome: null, messageToVisitor: message },
        // A missed session that was returned to its package is taken from it again.
        ...(before.returnedAt && { returnedAt: null }),
      };
      const save = wasCancelled ? reviveBooking : updateBooking;
      const booking = await unlessTaken(transaction, (savepoint) =>
        save(savepoint, before.id, change),
      );
      if (!booking) throw slotTaken();
      if (wasCancelled && before.paidAt === null)
        await deps.orders.allocateForBooking(transaction, before.id);
      if (!wasCancelled) await cancelReminders(deps, transaction, before);
      await scheduleReminders(deps, transaction, booking);
      const occasion = wasCancelled ? 'booked-by-mentor' : 'moved-by-mentor';
      await queueChangeMails(deps, transaction, booking, occasion);
    },
  });
}

/** Returns whether a cancelled session can be booked again: with its payments, or with unallocated money. */
async function isPaidFor(
  { orders }: BookingDeps,
  transaction: Transaction,
  { id, paidAt }: Booking,
): Promise<boolean> {
  const money = await orders.findMoney(transaction, id);
  if (money?.isWhole) return true;
  if (paidAt === null) return orders.hasUnallocatedForBooking(transaction, id);
  return money === undefined;
}

/**
 * Cancels a session that has not started, with its reminders. A session of a package goes back to it, unless it
 * counts as used. Returns the booking. Throws 404, and 409 `booking-closed` or `edited-elsewhere`.
 */
export const cancelByMentor = (
  deps: BookingDeps,
  { message, countsAsUsed = false, ...edited }: ChangeWithMessage & { countsAsUsed?: boolean },
) =>
  editBooking(deps, edited, {
    isDone: (booking) => booking.cancelledAt !== null,
    async edit(transaction, before) {
      if (before.startsAt <= deps.now())
        throw bookingClosed('This session has started. You can mark it as missed instead.');
      const at = deps.now();
      const settlement = await settleCancellation(deps, transaction, before, 'refund-or-rebook');
      const changes = noteChange(before, { by: 'mentor', at, reason: message, settlement });
      const returnedAt = before.entitlementId && !countsAsUsed ? at : null;
      const change = { cancelledAt: at, returnedAt, changes, messageToVisitor: message };
      const booking = await updateBooking(transaction, before.id, change);
      await deps.orders.cancelForBooking(transaction, before.id, at);
      await cancelReminders(deps, transaction, before);
      await queueChangeMails(deps, transaction, booking, 'cancelled-by-mentor');
    },
  });

/**
 * Sets how to join this session; null means the default. Sends a new invitation if it is upcoming.
 * Returns the booking. Throws 404, and 409 `edited-elsewhere`.
 */
export const saveJoinDetails = (
  deps: BookingDeps,
  { joinDetails, ...edited }: EditedBooking & { joinDetails: string | null },
) =>
  editBooking(deps, edited, {
    isDone: (booking) => booking.joinDetails === joinDetails,
    async edit(transaction, before) {
      const isToCome = before.cancelledAt === null && before.startsAt > deps.now();
      // Those of a held session are in its invitation, once it is paid.
      if (!isToCome || before.heldUntil)
        return editBookingRow(transaction, before.id, { joinDetails });
      // The new mail replaces a queued one and carries its message.
      const isUntold = await isAnyQueued(transaction, visitorMailKeys(before));
      const messageToVisitor = isUntold ? before.messageToVisitor : null;
      const change = { joinDetails, messageToVisitor };
      const booking = await updateBooking(transaction, before.id, change);
      await queueChangeMails(deps, transaction, booking, 'updated-by-mentor');
    },
  });
