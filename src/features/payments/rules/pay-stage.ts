import type { PayPage } from './pay-page.ts';

/** What the page behind a private link is about. */
export type PayStage =
  | 'awaiting'
  | 'unconfirmed'
  | 'unplaced'
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
    unplacedCents,
  }: Pick<PayPage, 'state' | 'isUnconfirmed' | 'unplacedCents'>,
  { hasReturned }: { hasReturned: boolean },
): PayStage {
  if (state === 'paid') return 'paid';
  if (state === 'partly-refunded' || state === 'refunded') return 'refunded';
  if (isUnconfirmed) return 'unconfirmed';
  if (unplacedCents > 0) return 'unplaced';
  if (hasReturned && state !== 'cancelled') return 'unconfirmed';
  return state;
}
