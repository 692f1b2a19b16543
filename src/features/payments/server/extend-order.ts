import { findBooking } from '#features/availability/server/index.ts';
import { extendHold } from '#features/booking/server/index.ts';
import {
  findLockedObstacle,
  findOrder,
  type Order,
  updateOrder,
} from '#features/orders/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { ProvenPayment } from './providers/provider.ts';
import { findFirstEnd, isUnconfirmed } from './queries/notifications.ts';
import { findAllocatedCents } from './settle-payment.ts';

/** How long an order waits for a provider to confirm a payment that came in time, in milliseconds. */
const maxWaitMs = 48 * 3_600_000;

/**
 * Extends a locked order and the hold of its session because of a payment that its provider has reported and
 * not confirmed. Only the first such payment extends them. Returns when they would have ended, or
 * undefined if nothing was extended.
 */
export async function extendOrder(
  { now }: Pick<PaymentDeps, 'now'>,
  transaction: Transaction,
  { order, claim }: { order: Order; claim: ProvenPayment },
): Promise<Date | undefined> {
  // Money keeps an order open, so only one without any can end.
  if (order.paidCents > 0 || !(await findAllocatedCents(transaction, order, claim)))
    return undefined;
  if (await isUnconfirmed(transaction, order.reference)) return undefined;
  if (await findLockedObstacle(transaction, order, now())) return undefined;
  const end = order.expiresAt;
  const until = new Date(+now() + maxWaitMs);
  if (!end || end >= until) return undefined;
  await moveEnd(transaction, order, until);
  return end;
}

/** Takes back the extension of an order, once none of its payments is waiting to be confirmed. */
export async function endExtension(transaction: Transaction, reference: string): Promise<void> {
  const order = await findOrder(transaction, { reference }, { lock: true });
  if (order?.state !== 'awaiting' || (await isUnconfirmed(transaction, reference))) return;
  const end = await findFirstEnd(transaction, reference);
  if (end) await moveEnd(transaction, order, end);
}

async function moveEnd(transaction: Transaction, { id, bookingId }: Order, end: Date) {
  await updateOrder(transaction, id, { expiresAt: end });
  const session = bookingId === null ? undefined : await findBooking(transaction, bookingId);
  if (!session?.heldUntil || session.cancelledAt) return;
  await extendHold(transaction, session, end);
}
