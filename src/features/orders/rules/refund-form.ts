import { z } from '#rules/zod.ts';
import { parseAmount } from './money.ts';
import { refundRequest } from './order.ts';

/** A refund as the mentor enters it: the amount in rand. */
export const refundForm = z.object({
  amount: z
    .string('Enter an amount.')
    .transform((text) => parseAmount(text))
    .pipe(refundRequest.shape.amount_cents),
  ...refundRequest.pick({ reason: true, by_hand: true }).shape,
});
