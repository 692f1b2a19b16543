/**
 * awaiting: not paid yet. expired: not paid in time. cancelled: nothing is to be paid any more. Money that
 * arrives for an expired or cancelled order is unallocated (see `findObstacle`).
 */
export const orderStates = [
  'awaiting',
  'paid',
  'partly-refunded',
  'refunded',
  'expired',
  'cancelled',
] as const;
export type OrderState = (typeof orderStates)[number];

/** What was bought, as it was offered at that time. */
export interface OrderItem {
  /** `other`: what the mentor agreed on with a client. */
  kind: 'plan' | 'session' | 'other';
  title: string;
  /** The price as the page showed it. */
  priceText: string;
  /** When and how it is delivered. */
  deliveryText: string;
  /** Whether it can be delivered immediately, which ends the cooling-off period. */
  isDigital: boolean;
}
