import type { PayPage } from './pay-page.ts';

/**
 * What the page behind a private link is about. unallocated: money that the order did not take. returned:
 * that money was sent back. released: the session was not paid for in time.
 */
export type PayStage =
  | 'awaiting'
  | 'unconfirmed'
  | 'unallocated'
  | 'returned'
  | 'expired'
  | 'paid'
  | 'refunded'
  | 'released'
  | 'cancelled';

type Facts = Pick<
  PayPage,
  'state' | 'obstacle' | 'isUnconfirmed' | 'unallocatedCents' | 'returnedCents' | 'sentCents'
>;

/**
 * Returns what the page of an order is about. A buyer who returns from a provider waits, because its
 * notification may be on its way, also to an order that is closed: they have paid.
 */
export function payStage(
  { state, obstacle, isUnconfirmed, unallocatedCents, returnedCents, sentCents }: Facts,
  { hasReturned }: { hasReturned: boolean },
): PayStage {
  if (state === 'paid') return 'paid';
  if (state === 'partly-refunded' || state === 'refunded') return 'refunded';
  if (isUnconfirmed) return 'unconfirmed';
  if (unallocatedCents > 0) return 'unallocated';
  if (obstacle && returnedCents + sentCents > 0) return 'returned';
  if (hasReturned) return 'unconfirmed';
  if (obstacle === 'released' || obstacle === 'cancelled') return obstacle;
  return state;
}
