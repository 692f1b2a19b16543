import { formatRand, parseAmount } from '#rules/money.ts';
import { z } from '#rules/zod.ts';
import { refundRequest } from './refund-request.ts';

/** Returns the form of a refund, with its amount in rand: at most what is left of the payment. */
export const createRefundForm = (leftCents: number) =>
  z.object({
    amount: z
      .string('Enter an amount.')
      .transform((text) => parseAmount(text))
      .pipe(refundRequest.shape.amount_cents.max(leftCents, `At most ${formatRand(leftCents)}.`)),
    ...refundRequest.pick({ reason: true, by_hand: true, ends_access: true }).shape,
  });
