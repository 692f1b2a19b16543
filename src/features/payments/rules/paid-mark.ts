import { addressText } from '#features/documents/rules/index.ts';
import { parseAmount } from '#rules/money.ts';
import { optionalText, recordId, z } from '#rules/zod.ts';
import { refundRequest } from './refund-request.ts';

const note = optionalText(500)
  .nullish()
  .transform((text) => text || null);

/** The body of `POST /api/orders/:id/paid`. */
export const paidMark = z.object({
  note,
  /** The day on which it arrived, in the mentor's zone. Today, if it is missing. */
  paid_on: z.iso
    .date('Enter a date.')
    .nullish()
    .transform((day) => day ?? null),
  /** The buyer’s, if the tax invoice needs one and the order has none. */
  address: addressText.nullish().transform((text) => text || null),
});
export type PaidMark = z.output<typeof paidMark>;

/** The body of `POST /api/orders/:id/part`. */
export const partMark = z.object({
  ...paidMark.shape,
  /** What arrived. */
  amount_cents: refundRequest.shape.amount_cents,
  /** The unallocated payment that is used, instead of money that was not recorded yet. */
  payment_id: recordId('Choose a payment.').nullish(),
  waives_rest: z.boolean().default(false),
});
export type RecordedPart = z.output<typeof partMark> & { id: string };

/** The form of the same, with its amount in rand. */
export const partForm = z.object({
  ...paidMark.shape,
  amount: z
    .string('Enter an amount.')
    .transform((text) => parseAmount(text))
    .pipe(partMark.shape.amount_cents),
  waives_rest: partMark.shape.waives_rest,
});
