import { type InvoiceDetails, isShownOnDocuments } from '#features/documents/rules/index.ts';
import {
  findLockedObstacle,
  findOrder,
  type Order,
  updateOrder,
} from '#features/orders/server/index.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { followPayLink, orderNotFound } from './find-pay-page.ts';
import { orderClosed } from './mark-paid.ts';
import type { PaymentDeps } from './payment-deps.ts';

/**
 * Stores what a buyer wants on their tax invoice, until the order is paid: then its document keeps them.
 * Throws 404, `order-closed` and `no-tax-invoice` (409), 429.
 */
export async function saveInvoiceDetails(
  deps: PaymentDeps,
  { token, details }: { token: string; details: InvoiceDetails },
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('start-payment', visitor);
  const order = await followPayLink(deps, token);
  if (!order) throw orderNotFound();
  await storeInvoiceDetails(deps, order.id, details);
}

/** Stores the details on the order with this id and returns it. Throws 404, `order-closed` and `no-tax-invoice` (409). */
export async function storeInvoiceDetails(
  deps: PaymentDeps,
  orderId: string,
  { company, address, vatNumber }: InvoiceDetails,
): Promise<Order> {
  const { payments } = await deps.readSettings();
  if (payments.seller.vatNumber === null) {
    throw new AppError(409, 'no-tax-invoice', 'This seller issues no tax invoices.');
  }
  return changeBuyer(deps, orderId, {
    buyerCompany: company,
    buyerAddress: address,
    buyerVatNumber: vatNumber,
  });
}

/**
 * Stores the buyer’s name for documents that cannot show their own, until the order is paid. Throws 404,
 * `order-closed` (409), 429.
 */
export async function saveBuyerName(
  deps: PaymentDeps,
  { token, buyerName }: { token: string; buyerName: string },
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('start-payment', visitor);
  const order = await followPayLink(deps, token);
  if (!order) throw orderNotFound();
  if (isShownOnDocuments(order.name ?? '')) throw orderClosed('Your receipt shows your own name.');
  await changeBuyer(deps, order.id, { buyerName });
}

/** Changes what documents say about the buyer of an order that takes money. Throws 404, `order-closed` (409). */
const changeBuyer = (
  deps: PaymentDeps,
  orderId: string,
  change: Partial<Pick<Order, 'buyerName' | 'buyerCompany' | 'buyerAddress' | 'buyerVatNumber'>>,
): Promise<Order> =>
  deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id: orderId }, { lock: true });
    if (!order) throw orderNotFound();
    if (await findLockedObstacle(transaction, order, deps.now())) {
      throw orderClosed('The details of this order can no longer be changed.');
    }
    return updateOrder(transaction, orderId, change);
  });
