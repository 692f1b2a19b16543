import { findBooking, listFreeSlots } from '#features/availability/server/index.ts';
import type { UnallocatedMoney } from '#features/orders/rules/index.ts';
import { findOrderObstacle, type Order } from '#features/orders/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findWholeUnallocated, sumOpenMoney } from './queries/payments.ts';

/** Returns what arrived for an order that the order does not take, and why. */
export async function readUnallocatedMoney(
  db: Executor,
  order: Order,
  now: Date,
): Promise<UnallocatedMoney> {
  const { amountCents, paidCents, bookingId } = order;
  const obstacle = (await findOrderObstacle(db, order, now)) ?? null;
  const session = bookingId === null ? undefined : await findBooking(db, bookingId);
  const { unallocatedCents } = await sumOpenMoney(db, order.id);
  const isLost = session !== undefined && (session.cancelledAt !== null || obstacle === 'released');
  return { obstacle, unallocatedCents, amountCents, paidCents, isForLostSession: isLost };
}

/** Further than any time that can be booked, in milliseconds. */
const twoYearsMs = 730 * 86_400_000;

/** Returns whether the client can book the lost session of an order again: its money pays for it, and there is a time. */
export async function canRebook(deps: PaymentDeps, order: Order): Promise<boolean> {
  const { id, bookingId, paidCents } = order;
  if (bookingId === null || paidCents > 0 || !(await findWholeUnallocated(deps.db, { id })))
    return false;
  const from = deps.now();
  const to = new Date(+from + twoYearsMs);
  return (await listFreeSlots(deps, { from, to, bookingId })).length > 0;
}
