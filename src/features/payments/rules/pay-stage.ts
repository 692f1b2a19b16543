import type { PayPage } from './pay-page.ts';

/** What the page behind a private link is about. */
export type PayStage =
  | 'awaiting'
  | 'unconfirmed'
  | 'unallocated'
  | 'expired'
  | 'paid'
  | 'refunded'
  | 'cancelled';

/**
 * Returns what the page of an order is about. A buyer who returns from a provider waits, because its
 * notification may be on its way.
 */
export function payStage(
  {
    state,
    isUnconfirmed,
    unallocatedCents,
  }: Pick<PayPage, 'state' | 'isUnconfirmed' | 'unallocatedCents'>,
  { hasReturned }: { hasReturned: boolean },
): PayStage {
  if (state === 'paid') return 'paid';
  if (state === 'partly-refunded' || state === 'refunded') return 'refunded';
  if (isUnconfirmed) return 'unconfirmed';
  if (unallocatedCents > 0) return 'unallocated';
  if (hasReturned && state !== 'cancelled') return 'unconfirmed';
  return state;
}
