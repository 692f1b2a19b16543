import type { Booking } from '#features/availability/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { Settlement } from '#rules/cancellation.ts';
import type { BookingDeps } from './booking-deps.ts';

/**
 * Returns what to note about the money of a session that is being cancelled; undefined if nothing was
 * paid for it, or all was refunded already. The amount is only known from an order. The money of a package stays:
 * its session can be booked again.
 */
export async function settleCancellation<Outcome extends Settlement['outcome']>(
  { orders }: Pick<BookingDeps, 'orders'>,
  db: Executor,
  { id, paidAt, entitlementId }: Pick<Booking, 'id' | 'paidAt' | 'entitlementId'>,
  outcome: Outcome,
): Promise<{ outcome: Outcome; cents: number | null } | undefined> {
  if (entitlementId !== null) return undefined;
  const money = await orders.findMoney(db, id);
  // Without an order, only the mentor's mark says that it is paid.
  if (!money) return paidAt === null ? undefined : { outcome, cents: null };
  return money.leftCents === 0 ? undefined : { outcome, cents: money.leftCents };
}
