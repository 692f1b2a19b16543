import { orderOccasions } from '#features/orders/rules/order-occasions.ts';
import { z } from '#rules/zod.ts';

/** The payload of an email about an order. */
export const orderMailPayload = z.object({
  kind: z.literal('order-mail'),
  orderId: z.uuid(),
  occasion: z.enum(orderOccasions),
  audience: z.enum(['buyer', 'mentor']),
  /** What the mail is about: the number of a paper, the id of a payment, or the id of the order. */
  about: z.string(),
  mail: z.string(),
});
export type OrderMailPayload = z.infer<typeof orderMailPayload>;
