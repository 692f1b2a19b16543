import { bookingState, graceMinutes } from '#features/availability/rules/index.ts';
import {
  type Booking,
  isTimeTaken,
  keepHours,
  listFreeOnDay,
} from '#features/availability/server/index.ts';
import { noteChange } from '#features/booking/rules/booking-change.ts';
import { cancelDeliveries } from '#features/mail/server/index.ts';
import type { BookingSettings } from '#features/settings/rules/index.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { type CancellationOutcome, findCancellationOutcome } from '#rules/cancellation.ts';
import type { BookingDeps } from './booking-deps.ts';
import {
  bookingClosed,
  bookingNotFound,
  findHoursFault,
  notOffered,
  outcomeChanged,
  requireChangeAllowance,
  requireConfirmed,
  slotTaken,
} from './check-booking.ts';
import { releaseEndedHolds } from './hold-session.ts';
import {
  findLockedBooking,
  setRemindersRefused,
  trashBooking,
  unlessTaken,
  updateBooking,
} from './queries/bookings.ts';
import { reviveBooking } from './queries/revive-booking.ts';
import {
  bookingMailPrefix,
  cancelReminders,
  queueChangeMails,
  scheduleReminders,
} from './queue-booking-mails.ts';
import { settleCancellation } from './settle-cancellation.ts';

/**
 * Moves a booking to another slot, with new invitations and reminders, in one transaction; moving
 * it to its own slot does nothing. Books a cancelled session again if unallocated money pays for it. Throws 404, 422 and `slot-taken` (409), both with the free slots
 * of that day, `booking-closed` (409), 429.
 */
export async function moveBooking(
  deps: BookingDeps,
  { id, startsAt }: { id: string; startsAt: Date },
  visitor: Caller,
): Promise<void> {
  const { db, limiter, now } = deps;
  await limiter.count('change-booking', visitor);
  const settings = await deps.readSettings();
  await releaseEndedHolds(deps);
  const refused = await db.transaction(async (transaction) => {
    // Before the row's lock: a change of the reminder settings takes both locks in this order.
    await keepHours(transaction);
    await deps.orders.lockForBooking(transaction, id);
    const before = await findLockedBooking(transaction, id, 'update');
    if (!before) throw bookingNotFound();
    const isPaidLate =
      before.cancelledAt !== null && (await deps.orders.hasUnallocatedForBooking(transaction, id));
    if (!isPaidLate) {
      requireChangeable(before, now(), settings.booking);
      requireConfirmed(before);
      if (before.startsAt.getTime() === startsAt.getTime()) return undefined;
      await requireChangeAllowance(deps, transaction, before);
    }
    const moved = { ...before, startsAt };
    const fault = await findHoursFault(transaction, moved, settings, now());
    if (fault) return { moved, fault };
    if (await isTimeTaken(transaction, moved, { ...settings, now: now(), exceptId: id }))
      return { moved, fault: undefined };
    const changes = noteChange(before, { by: 'client', at: now(), to: startsAt });
    const booking = await unlessTaken(transaction, (savepoint) =>
      isPaidLate
        ? reviveBooking(savepoint, id, { startsAt, changes, outcome: null, messageToVisitor: null })
        : updateBooking(savepoint, id, { startsAt, changes }),
    );
    if (!booking) return { moved, fault: undefined };
    if (isPaidLate) await deps.orders.allocateForBooking(transaction, id);
    else await cancelReminders(deps, transaction, before);
    await scheduleReminders(deps, transaction, booking);
    await queueChangeMails(deps, transaction, booking, isPaidLate ? 'booked' : 'moved');
    return undefined;
  });
  // Outside the transaction, to keep it short.
  if (!refused) return;
  const free = await listFreeOnDay(deps, { ...refused.moved, bookingId: id });
  throw refused.fault === undefined ? slotTaken(free) : notOffered(refused.fault, free);
}

/**
 * Cancels a booking and its reminders in one transaction; a cancelled one does not change. `outcome` is
 * what the client was shown about their money. Throws 404, `booking-closed` and `outcome-changed` (409),
 * 429.
 */
export async function cancelBooking(
  deps: BookingDeps,
  {
    id,
    reason = null,
    outcome,
  }: { id: string; reason?: string | null; outcome?: CancellationOutcome | undefined },
  visitor: Caller,
): Promise<void> {
  const { db, limiter, now } = deps;
  await limiter.count('change-booking', visitor);
  const { booking: rules, payments } = await deps.readSettings();
  await db.transaction(async (transaction) => {
    await deps.orders.lockForBooking(transaction, id);
    const before = await findLockedBooking(transaction, id, 'update');
    if (before?.cancelledAt) return;
    // What is only held can be given up until it begins.
    requireChangeable(before, now(), before?.heldUntil ? { changeCutOffHours: 0 } : rules);
    await requireChangeAllowance(deps, transaction, before);
    const at = now();
    const settlement = await settleCancellation(
      deps,
      transaction,
      before,
      findCancellationOutcome(payments.cancellation, { startsAt: before.startsAt, at }),
    );
    if (outcome && settlement && settlement.outcome !== outcome) throw outcomeChanged();
    const changes = noteChange(before, { by: 'client', at, reason, settlement });
    const returnedAt = before.entitlementId === null ? null : at;
    const booking = await updateBooking(transaction, id, { cancelledAt: at, returnedAt, changes });
    await deps.orders.cancelForBooking(transaction, id, at);
    await cancelReminders(deps, transaction, before);
    await queueChangeMails(deps, transaction, booking, 'cancelled');
  });
}

/**
 * Moves a booking to the trash: frees its slot and cancels its unpaid order, its reminders and queued
 * emails. Sends no email. Throws 404.
 */
export function deleteBooking(deps: BookingDeps, { id }: { id: string }): Promise<void> {
  return deps.db.transaction(async (transaction) => {
    const deletedAt = deps.now();
    await deps.orders.lockForBooking(transaction, id);
    const booking = await trashBooking(transaction, id, deletedAt);
    if (!booking) throw bookingNotFound();
    await deps.orders.cancelForBooking(transaction, id, deletedAt);
    await cancelReminders(deps, transaction, booking);
    await cancelDeliveries(transaction, bookingMailPrefix(id));
  });
}

/**
 * Turns the reminders of a booking off or on. Their jobs remain and check this when they run.
 * Throws 429.
 */
export async function changeReminders(
  { db, limiter, now }: BookingDeps,
  { id, isRefused }: { id: string; isRefused: boolean },
  visitor: Caller,
): Promise<void> {
  await limiter.count('change-booking', visitor);
  await setRemindersRefused(db, id, isRefused ? now() : null);
}

/**
 * Turns off the reminders of the booking that a token belongs to, even if it is cancelled or
 * deleted: a restored booking keeps the setting. A repeat changes nothing. Throws 404, 429.
 */
export async function refuseByOneClick(
  { db, limiter, manageLinks, now }: BookingDeps,
  { token }: { token: string },
  caller: Caller,
): Promise<void> {
  await limiter.count('refuse-reminders', caller);
  const id = manageLinks.readToken(token);
  if (id === undefined) throw bookingNotFound();
  await setRemindersRefused(db, id, now());
}

function requireChangeable(
  booking: Booking | undefined,
  now: Date,
  { changeCutOffHours: cutOffHours }: Pick<BookingSettings, 'changeCutOffHours'>,
): asserts booking is Booking {
  if (!booking) throw bookingNotFound();
  const state = bookingState({ ...booking, heldUntil: null }, { now, cutOffHours });
  if (state === 'cancelled') throw bookingClosed('This session has been cancelled.');
  if (state !== 'changeable')
    throw bookingClosed(
      `You can change a session here until ${cutOffHours} hours before it starts, or for ${graceMinutes} minutes after you book it. Please contact your mentor.`,
    );
}
