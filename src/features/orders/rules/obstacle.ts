import { isPaidFor, type OrderState } from './order.ts';

/** What keeps an order from taking money. released: its session was not paid for in time. */
export type Obstacle = 'paid' | 'cancelled' | 'released' | 'expired';

interface ObstacleFacts {
  state: OrderState;
  /** Null for an order that is not for a session. */
  bookingId: string | null;
  /** The session that was ordered; undefined if it was deleted. */
  session: { cancelledAt: Date | null; heldUntil: Date | null } | undefined;
}

/**
 * Returns what keeps an order from taking money now, or undefined if it takes money. An expired order
 * still takes money for a session that is confirmed: the session takes place, so it is owed.
 */
export function findObstacle(
  { state, bookingId, session }: ObstacleFacts,
  now: Date,
): Obstacle | undefined {
  if (isPaidFor(state)) return 'paid';
  const end = session?.cancelledAt ?? now;
  if (session?.heldUntil && session.heldUntil <= end) return 'released';
  const isGone = bookingId !== null && (!session || session.cancelledAt !== null);
  if (state === 'cancelled' || isGone) return 'cancelled';
  return state === 'expired' && bookingId === null ? 'expired' : undefined;
}

/** Why money for an order would be unallocated, in words for the mentor. */
export const obstacleWords: Record<Obstacle, string> = {
  paid: 'This order is already paid.',
  cancelled: 'This order was cancelled.',
  released: 'The deadline to pay for this session has passed.',
  expired: 'This order has expired.',
};
