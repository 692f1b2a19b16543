/**
 * awaiting: not paid yet, or in part. paid: nothing is left to pay. expired: not paid in time; it has no money.
 * cancelled: nothing is to be paid any more; it may have part payments. Money that arrives for an expired or
 * cancelled order is unallocated (see `findObstacle`). Record 033.
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

/** Returns whether an order is paid, or was before money was refunded. It takes no more money then. */
export const isPaidFor = (state: OrderState): boolean =>
  state === 'paid' || state === 'partly-refunded' || state === 'refunded';

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
  /**
   * The code that the buyer entered, and what it took off: nothing if it could no longer be used when a form arrived
   * late.
   */
  voucher?: { code: string; discountCents: number };
  /** The sessions that it includes, the booked one too. Without it, a booking has only that one, and a course none. */
  package?: PackageTerms;
}

/** What a package includes, as it was offered when it was bought. */
export interface PackageTerms {
  sessions: number;
  /** How long after the payment its sessions can be booked; null without an end of their own. */
  validMonths: number | null;
  /** What can be booked: the type by its id, with its title and its length. */
  sessionTypeId: string;
  sessionType: string;
  sessionMinutes: number;
}
