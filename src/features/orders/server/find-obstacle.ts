import { findBooking } from '#features/availability/server/index.ts';
import { findLockedBooking } from '#features/booking/server/index.ts';
import { findObstacle, type Obstacle } from '#features/orders/rules/obstacle.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import type { Order } from './queries/orders.ts';

/** Returns what keeps an order from taking money now, or undefined if it takes money. */
export async function findOrderObstacle(
  db: Executor,
  { state, bookingId }: Order,
  now: Date,
): Promise<Obstacle | undefined> {
  const session = bookingId === null ? undefined : await findBooking(db, bookingId);
  return findObstacle({ state, bookingId, session }, now);
}

/** The same for a locked order. Its session stays as it is until the transaction ends. */
export async function findLockedObstacle(
  transaction: Transaction,
  { state, bookingId }: Order,
  now: Date,
): Promise<Obstacle | undefined> {
  const session =
    bookingId === null ? undefined : await findLockedBooking(transaction, bookingId, 'update');
  return findObstacle({ state, bookingId, session }, now);
}
