import { setRemindersRefused } from '#server/db/queries/bookings.ts';
import type { Caller } from '#server/limits/limiter.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { bookingNotFound } from './check-booking.ts';

/**
 * Sends a visitor no more reminders of a booking, or those that are still to come again. Their jobs stay
 * as they are: each asks when its time comes. Throws 429.
 */
export async function changeReminders(
  { db, limiter, now }: ServiceDeps,
  { id, isRefused }: { id: string; isRefused: boolean },
  visitor: Caller,
): Promise<void> {
  await limiter.count('change-booking', visitor);
  await setRemindersRefused(db, id, isRefused ? now() : null);
}

/**
 * Refuses the reminders of the booking that a token of ours leads to, whatever has become of it: one
 * that is cancelled or deleted sends none in any case, and one that is restored keeps to it. A repeat
 * changes nothing. Throws 404, 429.
 */
export async function refuseByOneClick(
  { db, limiter, manageLinks, now }: ServiceDeps,
  { token }: { token: string },
  caller: Caller,
): Promise<void> {
  await limiter.count('refuse-reminders', caller);
  const id = await manageLinks.readToken(token);
  if (id === undefined) throw bookingNotFound();
  await setRemindersRefused(db, id, now());
}
