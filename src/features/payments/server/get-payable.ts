import { findOrderObstacle, type Order } from '#features/orders/server/index.ts';
import { followPayLink, orderNotFound } from './find-pay-page.ts';
import { orderClosed } from './mark-paid.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { sumOpenMoney } from './queries/payments.ts';

/** Returns the order that a private link leads to. Throws 404, `order-closed` (409). */
export async function getPayable(deps: PaymentDeps, token: string): Promise<Order> {
  const order = await followPayLink(deps, token);
  if (!order) throw orderNotFound();
  if (await findOrderObstacle(deps.db, order, deps.now())) {
    throw orderClosed('This order can no longer be paid.');
  }
  if ((await sumOpenMoney(deps.db, order.id)).unallocatedCents > 0) {
    throw orderClosed('We already received money for this order. Please don’t pay again.');
  }
  return order;
}
