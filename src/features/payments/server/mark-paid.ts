import { markBookingUnpaid } from '#features/booking/server/index.ts';
import { cancelInvoice, issueCreditNote } from '#features/documents/server/index.ts';
import {
  findOrder,
  type Order,
  queueOrderMail,
  updateOrder,
} from '#features/orders/server/index.ts';
import type { PaidMark } from '#features/payments/rules/paid-mark.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  deleteStatementLine,
  findAllocatedPayment,
  findWholeUnallocated,
  listPaymentsOf,
  type Payment,
  updatePayment,
} from './queries/payments.ts';
import { requireAddress } from './require-address.ts';
import { allocatePayment, settlePayment } from './settle-payment.ts';

/** 409: the order’s state does not allow the change. */
export const orderClosed = (userMessage: string) => new AppError(409, 'order-closed', userMessage);

interface Mark {
  isPaid: boolean;
  /** The mentor's note. */
  note: string | null;
  /** The buyer’s, if the order has none yet and its tax invoice needs one. */
  address?: string | null;
  /** The email of the account. */
  by: string;
}

/**
 * Marks a locked order as paid by hand, or undoes that; a repeat does nothing. Money that is already
 * there as unallocated pays for the order if it can. If what was ordered is no longer available, the money
 * is stored as unallocated. Throws `order-closed` (409), `address-needed` (422).
 */
export async function markByHand(
  deps: PaymentDeps,
  transaction: Transaction,
  unpaid: Order,
  { isPaid, note, address = null, by }: Mark,
): Promise<void> {
  if (!isPaid) return undo(deps, transaction, unpaid);
  if (unpaid.paidCents > 0) return;
  const order =
    address === null || unpaid.buyerAddress !== null
      ? unpaid
      : await updateOrder(transaction, unpaid.id, { buyerAddress: address });
  requireAddress(order, await deps.readSettings(), 'the buyer’s');
  const { reference, amountCents } = order;
  const payments = await listPaymentsOf(transaction, order.id);
  const payment = await findWholeUnallocated(transaction, order);
  if (payment) {
    await allocatePayment(deps, transaction, { order, payment });
    return;
  }
  await settlePayment(deps, transaction, {
    provider: 'manual',
    providerPaymentId: `${reference}:${payments.length + 1}`,
    orderReference: reference,
    amountCents,
    currency: 'ZAR',
    isTest: false,
    isVerified: false,
    note,
    markedBy: by,
    acceptsLate: true,
  });
}

const isOpenUnallocated = ({ isUnallocated, undoneAt, refundedCents, amountCents }: Payment) =>
  isUnallocated && undoneAt === null && refundedCents < amountCents;

/**
 * Undoes the mentor's mark of an order as paid: its receipt gets a credit note, and it awaits money
 * again. Money that was unallocated had no receipt and is only struck out.
 */
async function undo(deps: PaymentDeps, transaction: Transaction, order: Order): Promise<void> {
  if (order.paidCents === 0) return undoUnallocated(deps, transaction, order);
  const payment = await findAllocatedPayment(transaction, order.id);
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
    state: 'awaiting',
    paidCents: 0,
    paidAt: null,
  });
  const { bookingId } = order;
  if (bookingId) await markBookingUnpaid(transaction, bookingId);
  const about = await issueCreditNote(deps, transaction, {
    corrects: 'receipt',
    order: awaiting,
    settings: await deps.readSettings(),
    now,
    totalCents: order.amountCents,
    method: 'No money moved',
    reason: 'Marked as paid by mistake',
  });
  const mail = { occasion: 'undone', audience: 'buyer', about } as const;
  await queueOrderMail(deps, transaction, awaiting, mail);
}

async function undoUnallocated({ now }: PaymentDeps, transaction: Transaction, { id }: Order) {
  const payments = await listPaymentsOf(transaction, id);
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

/** Marks an order as paid, with its receipt and email, once. Throws 404, `address-needed` (422). */
export const markPaid = (
  deps: PaymentDeps,
  { id, ...paid }: Pick<PaidMark, 'note'> & Partial<PaidMark> & { id: string },
  by: string,
) => mark(deps, id, { isPaid: true, ...paid, by });

/** Undoes that an order was marked as paid. Throws 404, `order-closed` (409). */
export const undoPaid = (deps: PaymentDeps, { id }: { id: string }, by: string) =>
  mark(deps, id, { isPaid: false, note: null, by });

/** Cancels an unpaid order. Money that still arrives for it is unallocated. Throws 404, `order-closed` (409). */
export const cancelOrder = (deps: PaymentDeps, { id }: { id: string }) =>
  deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw recordNotFound();
    if (order.paidCents > 0) throw orderClosed('This order was paid. Refund it instead.');
    if (order.state === 'cancelled') return;
    const now = deps.now();
    await updateOrder(transaction, id, { state: 'cancelled', cancelledAt: now });
    const settings = await deps.readSettings();
    await cancelInvoice(deps, transaction, { order, settings, now, reason: 'Order cancelled' });
  });
