import { recordId, requiredText, z } from '#rules/zod.ts';

/** The path of `POST /api/orders/:order/refund`. */
export const refundedOrder = z.object({ order: recordId('Invalid id.') });

/** Its body. `by_hand`: the money went back outside of the site. */
export const refundRequest = z.object({
  /** Created once by the browser, so that pressing twice refunds once. */
  id: recordId('A valid id is required.'),
  payment_id: recordId('Choose a payment.'),
  amount_cents: z
    .int('Enter an amount.')
    .min(1, 'Enter an amount.')
    .max(100_000_000, 'The amount is too large.'),
  reason: requiredText('Enter a reason.', 1, 200),
  by_hand: z.boolean().default(false),
  /** Whether a refund in part takes back the access to a course. One in full always does. */
  ends_access: z.boolean().default(false),
});
export type RefundBody = z.output<typeof refundRequest>;

/**
 * The path of `PUT /api/orders/:id/refunds/:refund`. Its body is what the provider's dashboard shows, or that the
 * mentor has dealt with a refund that failed.
 */
export const refundParam = z.object({
  id: recordId('Invalid id.'),
  refund: recordId('Invalid id.'),
});
export const refundOutcome = z.object({
  state: z.enum(['done', 'failed', 'checked'], 'Choose whether the refund was made.'),
});
