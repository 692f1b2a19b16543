import { addressText } from '#features/documents/rules/index.ts';
import { optionalText, z } from '#rules/zod.ts';

const note = optionalText(500)
  .nullish()
  .transform((text) => text || null);

/** The body of `POST /api/orders/:id/paid`. */
export const paidMark = z.object({
  note,
  /** The buyer’s, if the tax invoice needs one and the order has none. */
  address: addressText.nullish().transform((text) => text || null),
});
export type PaidMark = z.output<typeof paidMark>;
