import { queueMail } from '#features/mail/server/index.ts';
import { orderMailSubject } from '#features/orders/mails/order-mail.tsx';
import type { Transaction } from '#platform/db/executor.ts';
import type { OrderMailPayload } from './mail-payload.ts';
import type { OrderDeps } from './order-deps.ts';
import type { Order } from './queries/orders.ts';

/** The common start of the keys of an order's emails. */
export const orderMailPrefix = (orderId: string) => `order:${orderId}:`;

type About = Pick<OrderMailPayload, 'occasion' | 'audience' | 'about'>;

/** `cents`: the amount that the email is about, if it is not the order's. */
type NewMail = About & { cents?: number };

/** Returns the key of an email about an order. */
export const orderMailKey = (orderId: string, { occasion, audience, about }: About) =>
  `${orderMailPrefix(orderId)}${occasion}:${about}:${audience}`;

/** Queues an email about an order within the transaction, once. A buyer without an address gets none. */
export async function queueOrderMail(
  deps: OrderDeps,
  transaction: Transaction,
  order: Order,
  { occasion, audience, about, cents = order.amountCents }: NewMail,
): Promise<void> {
  const settings = await deps.readSettings();
  const recipient = audience === 'mentor' ? settings.recipient : order.email;
  if (!recipient) return;
  const mail = orderMailKey(order.id, { occasion, audience, about });
  const payload = {
    kind: 'order-mail',
    orderId: order.id,
    occasion,
    audience,
    about,
    mail,
  } as const;
  const subject = orderMailSubject({ occasion, audience, reference: order.reference, cents });
  await queueMail(deps, transaction, { recipient, subject, payload });
}
