import { markBookingUnpaid } from '#features/booking/server/index.ts';
import { issueCreditNote } from '#features/documents/server/index.ts';
import { isPaidFor, isPartlyPaid, leftToPay } from '#features/orders/rules/index.ts';
import {
  findOrder,
  type Order,
  queueOrderMail,
  saveDues,
  updateOrder,
} from '#features/orders/server/index.ts';
import type { PaidMark, RecordedPart } from '#features/payments/rules/paid-mark.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { endDelivery } from './deliver-course.ts';
import { endInvoice, renewInvoice } from './order-invoice.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  deleteStatementLine,
  findWholeUnallocated,
  listAllocatedPayments,
  listPaymentsOf,
  listRefundsOf,
  type Payment,
  updatePayment,
} from './queries/payments.ts';
import { readReceivedAt } from './received-at.ts';
import { requireAddress } from './require-address.ts';
import {
  allocatePayment,
  type ReceivedPayment,
  type Settlement,
  settlePayment,
  waiveRest,
} from './settle-payment.ts';

/** 409: the order’s state does not allow the change. */
export const orderClosed = (userMessage: string) => new AppError(409, 'order-closed', userMessage);

interface Mark {
  isPaid: boolean;
  /** The mentor's note. */
  note: string | null;
  /** The buyer’s, if the order has none yet and its tax invoice needs one. */
  address?: string | null;
  /** The day on which the money arrived, if that was earlier. */
  paidOn?: string | null;
  /** The email of the account. */
  by: string;
}

/**
 * Marks a locked order as paid by hand, or undoes that; a repeat does nothing. Money that is already
 * there as unallocated pays for the order if it can. If what was ordered is no longer available, the money
 * is stored as unallocated. Throws `order-closed` (409), `address-needed`, `invalid-day` (422).
 */
export async function markByHand(
  deps: PaymentDeps,
  transaction: Transaction,
  unpaid: Order,
  { isPaid, note, address = null, paidOn = null, by }: Mark,
): Promise<void> {
  if (!isPaid) return undo(deps, transaction, unpaid);
  if (isPaidFor(unpaid.state)) return;
  const order = await takeAddress(deps, transaction, unpaid, address);
  const payment = await findWholeUnallocated(transaction, order);
  if (payment && (await allocatePayment(deps, transaction, { order, payment }))) return;
  if (payment && order.paidCents === 0) return;
  // A closed order asks for nothing, so this is stored as unallocated.
  const amountCents = order.amountCents - order.paidCents;
  await receiveByHand(deps, transaction, order, { amountCents, note, paidOn, by });
}

/** Stores the buyer's address if the order has none. Throws `address-needed` (422). */
async function takeAddress(
  deps: PaymentDeps,
  transaction: Transaction,
  before: Order,
  address: string | null,
): Promise<Order> {
  const order =
    address === null || before.buyerAddress !== null
      ? before
      : await updateOrder(transaction, before.id, { buyerAddress: address });
  requireAddress(order, await deps.readSettings(), 'the buyer’s');
  return order;
}

/** Books money that the mentor says has arrived. */
async function receiveByHand(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
  {
    amountCents,
    note,
    paidOn,
    by: markedBy,
    asPart,
  }: { amountCents: number; note: string | null; paidOn: string | null; by: string } & Pick<
    ReceivedPayment,
    'asPart'
  >,
): Promise<Settlement> {
  const { id, reference: orderReference } = order;
  const payments = await listPaymentsOf(transaction, id);
  return settlePayment(deps, transaction, {
    provider: 'manual',
    providerPaymentId: `${orderReference}:${payments.length + 1}`,
    orderReference,
    amountCents,
    currency: 'ZAR',
    isTest: false,
    isVerified: false,
    receivedAt: readReceivedAt(paidOn, order, await deps.readSettings(), deps.now()),
    note,
    markedBy,
    acceptsLate: true,
    ...(asPart && { asPart }),
  });
}

/**
 * Records what arrived for an order, or uses one of its unallocated payments, and waives the rest on request.
 * What the order does not need is stored as unallocated. Throws 404, `order-closed` (409), `address-needed`,
 * `invalid-day` (422).
 */
export const recordPart = (
  deps: PaymentDeps,
  {
    id,
    amount_cents: amountCents,
    payment_id,
    waives_rest: waivesRest,
    paid_on: paidOn,
    note,
    address,
  }: RecordedPart,
  by: string,
): Promise<void> =>
  deps.db.transaction(async (transaction) => {
    const before = await findOrder(transaction, { id }, { lock: true });
    if (!before) throw recordNotFound();
    const order = await takeAddress(deps, transaction, before, address);
    if (payment_id) {
      const payment = (await listPaymentsOf(transaction, id)).find((one) => one.id === payment_id);
      if (!payment || !isOpenUnallocated(payment))
        throw orderClosed('This payment is no longer unallocated.');
      if (!(await canUse(transaction, payment)))
        throw orderClosed('Some of this payment was refunded.');
      if (await allocatePayment(deps, transaction, { order, payment, waivesRest })) return;
      throw orderClosed(
        'This order can’t take this payment: it is closed, or less is left to pay.',
      );
    }
    const allocatedCents = Math.min(amountCents, leftToPay(order));
    const restCents = amountCents - allocatedCents;
    const received = { note, paidOn, by, asPart: { waivesRest } };
    if (allocatedCents > 0)
      await receiveByHand(deps, transaction, order, { ...received, amountCents: allocatedCents });
    if (restCents > 0)
      await receiveByHand(deps, transaction, order, { note, paidOn, by, amountCents: restCents });
  });

/** Whether nothing of a payment was sent back or is on its way. */
async function canUse(transaction: Transaction, { id, orderId, refundedCents }: Payment) {
  const refunds = await listRefundsOf(transaction, orderId);
  const isOpen = refunds.some(
    ({ paymentId, state }) => paymentId === id && (state === 'unknown' || state === 'sent'),
  );
  return refundedCents === 0 && !isOpen;
}

const isOpenUnallocated = ({ isUnallocated, undoneAt, refundedCents, amountCents }: Payment) =>
  isUnallocated && undoneAt === null && refundedCents < amountCents;

/**
 * Undoes the mentor's mark of an order as paid: its receipt gets a credit note, and it awaits money
 * again. Money that was unallocated had no receipt and is only struck out.
 */
async function undo(deps: PaymentDeps, transaction: Transaction, order: Order): Promise<void> {
  if (order.paidCents === 0) return undoUnallocated(deps, transaction, order);
  const allocated = await listAllocatedPayments(transaction, order.id);
  const payment = allocated.findLast(({ markedBy }) => markedBy !== null) ?? allocated.at(-1);
  if (!payment) throw new Error('A paid order has no payment');
  if (payment.markedBy === null) {
    const way = paymentMethodName(payment.provider);
    throw orderClosed(`This order was paid by ${way}. Refund it instead.`);
  }
  if (order.refundedCents > 0) throw orderClosed('This order was partly refunded already.');
  const now = deps.now();
  await updatePayment(transaction, payment.id, { undoneAt: now });
  if (payment.provider === 'bank') await forgetStatementLine(transaction, payment);
  const awaiting = await updateOrder(transaction, order.id, {
    // A session that was cancelled leaves its order cancelled.
    state: order.state === 'cancelled' ? 'cancelled' : 'awaiting',
    paidCents: order.paidCents - payment.amountCents,
    paidAt: null,
  });
  await saveDues(transaction, awaiting, now);
  await endDelivery(deps, transaction, awaiting, 'The payment was undone');
  const { bookingId } = order;
  if (bookingId) await markBookingUnpaid(transaction, bookingId);
  const about = await issueCreditNote(deps, transaction, {
    corrects: 'receipt',
    order: awaiting,
    settings: await deps.readSettings(),
    now,
    totalCents: payment.amountCents,
    ofPayment: payment.id,
    method: 'No money moved',
    reason: 'Marked as paid by mistake',
  });
  const mail = { occasion: 'undone', audience: 'buyer', about } as const;
  await queueOrderMail(deps, transaction, awaiting, mail);
  if (awaiting.state === 'awaiting') await renewInvoice(deps, transaction, awaiting);
  else await endInvoice(deps, transaction, awaiting, 'Order cancelled');
}

async function undoUnallocated(
  { now }: PaymentDeps,
  transaction: Transaction,
  { id, state }: Order,
) {
  const payments = await listPaymentsOf(transaction, id);
  if (state === 'paid' && payments.length === 0)
    throw orderClosed('A code covers the whole price. Cancel the order instead.');
  const payment = payments.find((one) => isOpenUnallocated(one) && one.markedBy !== null);
  if (!payment || payment.refundedCents > 0) return;
  await updatePayment(transaction, payment.id, { undoneAt: now() });
  if (payment.provider === 'bank') await forgetStatementLine(transaction, payment);
}

/** Allows the line of the statement to be booked again. */
const forgetStatementLine = (transaction: Transaction, { providerPaymentId }: Payment) =>
  deleteStatementLine(transaction, providerPaymentId.split(':')[0] ?? '');

const mark = (deps: PaymentDeps, id: string, change: Mark) =>
  deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw recordNotFound();
    await markByHand(deps, transaction, order, change);
  });

/** Marks an order as paid, with its receipt and email, once. Throws 404, `address-needed`, `invalid-day` (422). */
export const markPaid = (
  deps: PaymentDeps,
  {
    id,
    paid_on: paidOn = null,
    ...paid
  }: Pick<PaidMark, 'note'> & Partial<PaidMark> & { id: string },
  by: string,
) => mark(deps, id, { isPaid: true, ...paid, paidOn, by });

/** Undoes that an order was marked as paid. Throws 404, `order-closed` (409). */
export const undoPaid = (deps: PaymentDeps, { id }: { id: string }, by: string) =>
  mark(deps, id, { isPaid: false, note: null, by });

/** Takes back what an order opened that nothing was paid for. */
async function endFree(deps: PaymentDeps, transaction: Transaction, order: Order) {
  await endDelivery(deps, transaction, order, 'The order was cancelled');
  if (order.bookingId) await markBookingUnpaid(transaction, order.bookingId);
}

/** Cancels an unpaid order, or one that a voucher left nothing to pay of. Money that still arrives for it is unallocated. Throws 404, `order-closed` (409). */
export const cancelOrder = (deps: PaymentDeps, { id }: { id: string }) =>
  deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw recordNotFound();
    if (isPartlyPaid(order))
      throw orderClosed(
        'This order was paid in part. Refund the payment or waive the rest instead.',
      );
    if (order.paidCents > 0) throw orderClosed('This order was paid. Refund it instead.');
    if (order.state === 'cancelled') return;
    if (order.state === 'paid') await endFree(deps, transaction, order);
    const cancelled = { state: 'cancelled', cancelledAt: deps.now() } as const;
    await endInvoice(
      deps,
      transaction,
      await updateOrder(transaction, id, cancelled),
      'Order cancelled',
    );
  });

/**
 * Gives up what is left to pay of an order that has money. A repeat does nothing. Throws 404, `order-closed`
 * (409).
 */
export const waiveOrder = (deps: PaymentDeps, { id }: { id: string }) =>
  deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw recordNotFound();
    if (order.state === 'paid') return;
    const hasMoney = order.paidCents > 0 && order.refundedCents === 0;
    if (!hasMoney) throw orderClosed('There is no rest to waive. Cancel the order instead.');
    await waiveRest(deps, transaction, order);
  });
