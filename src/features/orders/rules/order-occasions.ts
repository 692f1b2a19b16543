/**
 * What an email about an order reports.
 * - placed: the order was made.
 * - reminder: it is not paid yet, and the mentor reminds the buyer.
 * - invoiced: the buyer asked for an invoice before paying.
 * - paid: it was paid in full.
 * - payment-reported: the buyer says that they have paid by transfer.
 * - proof: the buyer sent a file as proof.
 * - unconfirmed: a provider reported a payment and has not confirmed it.
 * - unallocated: money arrived that the order does not take.
 * - money-choice: the buyer chose what happens to that money.
 * - returned: that money, or a part of it, was sent back.
 * - disputed: the buyer disputes the payment with their bank.
 * - refunded, refund-failed: a refund was made, or the provider could not make it.
 * - undone: the mentor had marked the order as paid by mistake.
 */
export const orderOccasions = [
  'placed',
  'reminder',
  'invoiced',
  'paid',
  'payment-reported',
  'proof',
  'unconfirmed',
  'unallocated',
  'money-choice',
  'returned',
  'disputed',
  'refunded',
  'refund-failed',
  'undone',
] as const;
export type OrderOccasion = (typeof orderOccasions)[number];

export type OrderAudience = 'buyer' | 'mentor';
