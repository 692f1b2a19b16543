/**
 * What an email about an order reports.
 * - placed: the order was made.
 * - reminder: it is not paid yet, or only in part, and the mentor reminds the buyer.
 * - invoiced: the buyer asked for an invoice before paying.
 * - part-paid: a part was paid, and more is to be paid.
 * - paid: a payment left nothing to pay.
 * - rest-waived: the mentor gives up what is left to pay.
 * - due-soon, due-late: a due of an order that is partly paid comes near, or was not paid.
 * - payment-reported: the buyer says that they have paid by transfer.
 * - proof: the buyer sent a file as proof.
 * - unconfirmed: a provider reported a payment and has not confirmed it.
 * - unallocated: money arrived that the order does not take.
 * - money-choice: the buyer chose what happens to that money.
 * - returned: that money, or a part of it, was sent back.
 * - disputed: the buyer disputes the payment with their bank.
 * - refunded, refund-failed: a refund was made, or the provider could not make it.
 * - refund-stuck: the provider needs more details from the mentor to make it.
 * - undone: the mentor had marked the order as paid by mistake.
 */
export const orderOccasions = [
  'placed',
  'reminder',
  'invoiced',
  'part-paid',
  'paid',
  'rest-waived',
  'due-soon',
  'due-late',
  'payment-reported',
  'proof',
  'unconfirmed',
  'unallocated',
  'money-choice',
  'returned',
  'disputed',
  'refunded',
  'refund-failed',
  'refund-stuck',
  'undone',
] as const;
export type OrderOccasion = (typeof orderOccasions)[number];

export type OrderAudience = 'buyer' | 'mentor';
