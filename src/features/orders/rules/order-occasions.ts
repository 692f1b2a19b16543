/**
 * What a mail about an order tells of. said-paid: the buyer says so. unplaced: money came that nothing
 * can be given for. undone: it was marked as paid by mistake.
 */
export const orderOccasions = [
  ...(['placed', 'paid', 'said-paid', 'unplaced', 'refunded', 'undone'] as const),
] as const;
export type OrderOccasion = (typeof orderOccasions)[number];

export type OrderAudience = 'buyer' | 'mentor';
