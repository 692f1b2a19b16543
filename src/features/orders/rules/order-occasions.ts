/**
 * What an email about an order reports. said-paid: the buyer says that they have paid. proof: after
 * that, they sent a file. unplaced: money arrived that the order does not take. undone: the order was marked as paid by mistake.
 */
export const orderOccasions = [
  ...(['placed', 'paid', 'said-paid', 'proof', 'unplaced', 'refunded', 'undone'] as const),
] as const;
export type OrderOccasion = (typeof orderOccasions)[number];

export type OrderAudience = 'buyer' | 'mentor';
