import { bookingDesk } from '#content/booking-desk.ts';
import { bookingState, findSlotFault } from '#domain/booking-rules.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database, Transaction } from '#server/db/executor.ts';
import {
  type Booking,
  findLockedBooking,
  lockSlots,
  updateBooking,
} from '#server/db/queries/bookings.ts';
import { isUniqueViolation } from '#server/db/violations.ts';
import { invalidBody } from '#server/errors.ts';
import type { CallOffMails } from '#server/jobs/jobs.ts';
import type { Caller, Limiter } from '#server/limits/limiter.ts';
import { bookingClosed, bookingNotFound, slotTaken } from './booking-errors.ts';
import { requireChangeToSpare } from './booking-limits.ts';
import { bookingTerms } from './booking-terms.ts';
import { listFreeSlotsBeside } from './list-free-slots.ts';
import { type BookingMailDeps, queueChangeMails } from './queue-booking-mails.ts';
import { callOffReminders, scheduleReminders } from './schedule-reminders.ts';

/** How long a change waits for the database, in milliseconds. */
const changeTimeoutMs = 8_000;

export interface ChangeBookingDeps extends BookingMailDeps {
  db: Database;
  circuit: DatabaseCircuit;
  callOffMails: CallOffMails;
  limiter: Limiter;
  now: () => Date;
}

/**
 * Gives a booking another slot, with new invitations and reminders, in one transaction; the
 * old slot is free at once. To the slot that it has already, it does nothing. Throws 404,
 * 422, `slot-taken` or `booking-closed` (409), `too-many-requests` (429), 503.
 */
export async function moveBooking(
  deps: ChangeBookingDeps,
  { id, slot }: { id: string; slot: Date },
  visitor: Caller,
): Promise<void> {
  const { db, circuit, limiter, now } = deps;
  await limiter.count('change-booking', visitor);
  let timeZone: string | null = null;
  const move = async (transaction: Transaction) => {
    const before = await findLockedBooking(transaction, id, 'update');
    requireChangeable(before, now());
    timeZone = before.timeZone;
    if (before.bookingDate.getTime() === slot.getTime()) return;
    await requireChangeToSpare(deps, transaction, before);
    const message = findSlotFault(slot, bookingTerms, now());
    if (message) throw invalidBody([{ field: 'booking_date', message }]);
    await lockSlots(transaction, [before.bookingDate, slot]);
    const booking = await updateBooking(transaction, id, { bookingDate: slot });
    await callOffReminders(deps, transaction, before);
    await scheduleReminders(deps, transaction, booking);
    await queueChangeMails(deps, transaction, { booking, occasion: 'moved' });
  };
  return circuit.run(async () => {
    try {
      await db.transaction(move);
    } catch (error) {
      if (!isUniqueViolation(error, 'bookings_booking_date_unique')) throw error;
      throw slotTaken(await listFreeSlotsBeside(deps, { slot, timeZone }).catch(() => undefined));
    }
  }, changeTimeoutMs);
}

/**
 * Cancels a booking, with its reminders, in one transaction; its slot is free at once. Does
 * nothing when it is cancelled already. Throws 404, `booking-closed` (409),
 * `too-many-requests` (429), 503.
 */
export async function cancelBooking(
  deps: ChangeBookingDeps,
  { id }: { id: string },
  visitor: Caller,
): Promise<void> {
  const { db, circuit, limiter, now } = deps;
  await limiter.count('change-booking', visitor);
  const cancel = async (transaction: Transaction) => {
    const before = await findLockedBooking(transaction, id, 'update');
    if (before?.cancelledAt) return;
    requireChangeable(before, now());
    await requireChangeToSpare(deps, transaction, before);
    const booking = await updateBooking(transaction, id, { cancelledAt: now() });
    await callOffReminders(deps, transaction, before);
    await queueChangeMails(deps, transaction, { booking, occasion: 'cancelled' });
  };
  return circuit.run(() => db.transaction(cancel), changeTimeoutMs);
}

function requireChangeable(booking: Booking | undefined, now: Date): asserts booking is Booking {
  if (!booking) throw bookingNotFound();
  const { changeCutOffHours: cutOffHours } = bookingDesk;
  const state = bookingState(
    { startsAt: booking.bookingDate, isCancelled: booking.cancelledAt !== null },
    { now, cutOffHours },
  );
  if (state === 'cancelled') throw bookingClosed('This session has been cancelled.');
  if (state !== 'changeable')
    throw bookingClosed(
      `A session can be changed here until ${cutOffHours} hours before it begins. Please write to the mentor.`,
    );
}
