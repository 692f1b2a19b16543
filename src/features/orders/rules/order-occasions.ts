/**
 * What an email about an order reports. said-paid: the buyer says that they have paid. proof: after
 * that, they sent a file. unconfirmed: a provider has reported a payment and not confirmed it.
 * unplaced: money arrived that the order does not take. disputed: the buyer disputes the payment with
 * their bank. refund-failed: a provider could not send money back. undone: the order was marked as paid
 * by mistake.
 */
export const orderOccasions = [
  'placed',
  'paid',
  'said-paid',
  'proof',
  'unconfirmed',
  'unplaced',
  'disputed',
  'refunded',
  'refund-failed',
  'undone',
] as const;
export type OrderOccasion = (typeof orderOccasions)[number];

export type OrderAudience = 'buyer' | 'mentor';
