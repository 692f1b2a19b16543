import { orderOccasions } from '#features/orders/rules/order-occasions.ts';
import { z } from '#rules/zod.ts';

/** The names of an earlier version, in the emails that it has queued. */
const former = {
  unplaced: 'unallocated',
  'said-paid': 'payment-reported',
  'rest-asked': 'reminder',
} as const;

const occasion = z.union([
  z.enum(orderOccasions),
  z.enum(['unplaced', 'said-paid', 'rest-asked']).transform((name) => former[name]),
]);

/** The payload of an email about an order. */
export const orderMailPayload = z.object({
  kind: z.literal('order-mail'),
  orderId: z.uuid(),
  occasion,
  audience: z.enum(['buyer', 'mentor']),
  /** What the mail is about: the number of a document, the id of a payment, or the id of the order. */
  about: z.string(),
  mail: z.string(),
});
export type OrderMailPayload = z.infer<typeof orderMailPayload>;
