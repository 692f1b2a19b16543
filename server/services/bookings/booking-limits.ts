import type { Executor, Transaction } from '#server/db/executor.ts';
import { type Booking, countSessionsToCome } from '#server/db/queries/bookings.ts';
import { secondsUntilAged } from '#server/db/queries/mail-deliveries.ts';
import { limits, mostSessionsToCome, tooManyRequests } from '#server/limits/limits.ts';
import { readMailWait } from '#server/services/mail/mail-allowance.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { changeMailKey } from './queue-booking-mails.ts';

/** Returns whether a mailbox has as many sessions to come as it may. Exact only while it is locked. */
export const hasAllSessions = async (
  { limiter, now }: ServiceDeps,
  db: Executor,
  email: string,
): Promise<boolean> =>
  limiter.isOn && (await countSessionsToCome(db, email, now())) >= mostSessionsToCome;

/** Throws 429 when the visitor could not be sent a confirmation before long: a booking without one is none. */
export async function requireMailToSpare(deps: ServiceDeps, email: string): Promise<void> {
  const waitMs = await readMailWait(deps, email);
  if (waitMs > 0) throw tooManyRequests('mail-to-stranger', waitMs);
}

/**
 * Throws 429 when a booking, whose row is locked, was changed too often within a day. Each change
 * has a number and leaves its mails, so it is enough to look at the one that would be the first of
 * too many.
 */
export async function requireChangeToSpare(
  { limiter }: ServiceDeps,
  transaction: Transaction,
  { id, calendarSequence }: Booking,
): Promise<void> {
  if (!limiter.isOn) return;
  const { most, seconds } = limits['changes-of-booking'];
  // Whatever can still be changed has only been moved so far.
  const first = { id, calendarSequence: calendarSequence - most + 1 };
  const key = changeMailKey(first, 'moved', 'mentor');
  const wait = await secondsUntilAged(transaction, key, seconds);
  if (wait > 0) throw tooManyRequests('changes-of-booking', wait * 1000);
}
