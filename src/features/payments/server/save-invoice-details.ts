import { type InvoiceDetails, isShownOnDocuments } from '#features/documents/rules/index.ts';
import { findOpenInvoice } from '#features/documents/server/index.ts';
import {
  findLockedObstacle,
  findOrder,
  type Order,
  updateOrder,
} from '#features/orders/server/index.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { followPayLink, orderNotFound } from './find-pay-page.ts';
import { getPayable } from './get-payable.ts';
import { orderClosed } from './mark-paid.ts';
import { invoiceOrder } from './order-invoice.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { requireAddress } from './require-address.ts';

/**
 * Stores what a buyer wants on their invoice, until the order is paid: then its documents keep them. An invoice
 * that the order already has is replaced. Throws 404, `order-closed` (409), 429.
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

/** Stores the details on the order with this id and returns it. Throws 404, `order-closed` (409). */
export const storeInvoiceDetails = (
  deps: PaymentDeps,
  orderId: string,
  details: InvoiceDetails,
): Promise<Order> => changeBuyer(deps, orderId, toChange(details));

const toChange = ({ company, address, vatNumber }: InvoiceDetails) => ({
  buyerCompany: company,
  buyerAddress: address,
  buyerVatNumber: vatNumber,
});

/**
 * Issues an invoice before the payment, with these details, and emails it. Once for the same details. Throws
 * 404, `order-closed` (409), `address-needed` (422), 429.
 */
export async function requestInvoice(
  deps: PaymentDeps,
  { token, details }: { token: string; details: InvoiceDetails },
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('start-payment', visitor);
  const { id } = await getPayable(deps, token);
  await changeBuyer(deps, id, toChange(details), { isInvoiced: true });
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

/**
 * Changes what documents say about the buyer of an order that takes money. With `isInvoiced` or an invoice
 * that says something else, it gets a new one. Throws 404, `order-closed` (409), `address-needed` (422).
 */
const changeBuyer = (
  deps: PaymentDeps,
  orderId: string,
  change: Partial<Pick<Order, 'buyerName' | 'buyerCompany' | 'buyerAddress' | 'buyerVatNumber'>>,
  { isInvoiced = false } = {},
): Promise<Order> =>
  deps.db.transaction(async (transaction) => {
    const before = await findOrder(transaction, { id: orderId }, { lock: true });
    if (!before) throw orderNotFound();
    if (await findLockedObstacle(transaction, before, deps.now())) {
      throw orderClosed('The details of this order can no longer be changed.');
    }
    const order = await updateOrder(transaction, orderId, change);
    if (!isInvoiced && !(await findOpenInvoice(transaction, orderId))) return order;
    requireAddress(order, await deps.readSettings(), 'your');
    await invoiceOrder(deps, transaction, order);
    return order;
  });
