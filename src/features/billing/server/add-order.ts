import type { NewOrder } from '#features/billing/rules/new-order.ts';
import { inOnePayment } from '#features/billing/rules/purchase.ts';
import { dueNowCents } from '#features/orders/rules/index.ts';
import {
  findLockedObstacle,
  findOrder,
  listDues,
  queueOrderMail,
  updateOrder,
} from '#features/orders/server/index.ts';
import {
  isUnconfirmed,
  orderClosed,
  type PaymentDeps,
  sumOpenMoney,
} from '#features/payments/server/index.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { isAnswerable } from '#rules/email-address.ts';
import { formatRand } from '#rules/money.ts';
import { placeOrder } from './place-order.ts';
import { getOrder } from './read-orders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Creates an order for what the mentor agreed on with a client, once for each id, with an email about how
 * to pay. Throws `no-way-to-pay` (409) if the site takes no payments.
 */
export async function addOrder(deps: PaymentDeps, { id, amountCents, title, ...buyer }: NewOrder) {
  const settings = await deps.readSettings();
  await deps.db.transaction(async (transaction) => {
    if (await findOrder(transaction, { id })) return;
    const priceText = formatRand(amountCents);
    const order = await placeOrder(deps, transaction, {
      of: { id },
      buyer,
      purchase: {
        amountCents,
        item: { kind: 'other', title, priceText, isDigital: false },
        terms: inOnePayment,
      },
      settings,
    });
    if (order) {
      if (!order.email || !isAnswerable(order.email)) return;
      const mail = { occasion: 'placed', audience: 'buyer', about: 'order' } as const;
      await queueOrderMail(deps, transaction, order, mail);
    } else if (!(await findOrder(transaction, { id })))
      throw new AppError(
        409,
        'no-way-to-pay',
        'Clients can’t pay on your site yet. Add your bank details or a payment provider first.',
      );
  });
  return getOrder(deps, { id });
}

/**
 * Emails a buyer what their order asks for now, also after a part was paid. An expired order awaits its payment
 * again, with the usual time to pay. Throws 404, `order-closed` (409).
 */
export async function remindBuyer(deps: PaymentDeps, { id }: { id: string }) {
  const { daysToPay } = (await deps.readSettings()).payments;
  await deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw recordNotFound();
    const now = deps.now();
    const obstacle = await findLockedObstacle(transaction, order, now);
    const { unallocatedCents } = await sumOpenMoney(transaction, id);
    if (
      (obstacle !== undefined && obstacle !== 'expired') ||
      unallocatedCents > 0 ||
      (await isUnconfirmed(transaction, order.reference))
    )
      throw orderClosed('This order isn’t waiting for a payment.');
    if (!order.email) throw orderClosed('This client left no email address.');
    if (order.remindedAt && +now - +order.remindedAt < hourMs)
      throw orderClosed('You reminded this client less than an hour ago.');
    const renewed = { state: 'awaiting', expiresAt: new Date(+now + daysToPay * dayMs) } as const;
    const reminded = await updateOrder(transaction, id, {
      ...(order.state === 'expired' && renewed),
      remindedAt: now,
    });
    const mail = { occasion: 'reminder', audience: 'buyer', about: now.toISOString() } as const;
    const cents = dueNowCents(reminded, await listDues(transaction, id));
    await queueOrderMail(deps, transaction, reminded, { ...mail, cents });
  });
  return getOrder(deps, { id });
}
