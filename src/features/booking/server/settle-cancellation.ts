import type { Booking } from '#features/availability/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { Settlement } from '#rules/cancellation.ts';
import type { BookingDeps } from './booking-deps.ts';

/**
 * Returns what to note about the money of a session that is being cancelled; undefined if it is not paid,
 * or was refunded already. The amount is only known from an order.
 */
export async function settleCancellation<Outcome extends Settlement['outcome']>(
  { orders }: Pick<BookingDeps, 'orders'>,
  db: Executor,
  { id, paidAt }: Pick<Booking, 'id' | 'paidAt'>,
  outcome: Outcome,
): Promise<{ outcome: Outcome; cents: number | null } | undefined> {
  if (paidAt === null) return undefined;
  const money = await orders.findMoney(db, id);
  if (money?.leftCents === 0) return undefined;
  return { outcome, cents: money?.leftCents ?? null };
}
