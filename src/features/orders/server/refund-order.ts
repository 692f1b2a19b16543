import type { Transaction } from '#platform/db/executor.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { type OrderDetails, type ProviderName, paymentMethodName } from '../rules/order.ts';
import type { RefundBody } from '../rules/refund-request.ts';
import { issueCreditNote } from './issue-paper.ts';
import { findProvider, type OrderDeps } from './order-deps.ts';
import type { RefundResult } from './providers/provider.ts';
import { lockOrder, type Order, updateOrder } from './queries/orders.ts';
import {
  findRefund,
  insertRefund,
  listPaymentsOf,
  listRefundsOf,
  type Payment,
  type Refund,
  updatePayment,
  updateRefund,
} from './queries/payments.ts';
import { queueOrderMail } from './queue-order-mail.ts';
import { getOrder } from './read-orders.ts';

const notRefundable = (userMessage: string) => new AppError(409, 'not-refundable', userMessage);

interface RefundOfOrder {
  orderId: string;
  refund: RefundBody;
}

interface Begun {
  refund: Refund;
  payment: Payment;
}

/**
 * Refunds a payment or a part of it, through its provider or as a note of what the mentor sent back. The
 * refund is stored before the provider is asked: a lost answer leaves it `unknown` and causes no second
 * refund. A repeat with the same id does nothing. Throws 404, `not-refundable` (409).
 */
export async function refundOrder(
  deps: OrderDeps,
  asked: RefundOfOrder,
  by: string,
): Promise<OrderDetails> {
  const begun = await deps.db.transaction((transaction) => begin(deps, transaction, asked, by));
  if (begun && !asked.refund.by_hand) {
    const result = await askProvider(deps, begun);
    await deps.db.transaction((transaction) => finish(deps, transaction, begun, result));
  }
  return getOrder(deps, { id: asked.orderId });
}

async function begin(
  deps: OrderDeps,
  transaction: Transaction,
  { orderId, refund: asked }: RefundOfOrder,
  by: string,
): Promise<Begun | undefined> {
  const order = await lockOrder(transaction, orderId);
  if (!order) throw recordNotFound();
  const payments = await listPaymentsOf(transaction, orderId);
  const payment = payments.find((one) => one.id === asked.payment_id);
  if (!payment || payment.undoneAt) throw notRefundable('There is no such payment.');
  const refunds = await listRefundsOf(transaction, orderId);
  if (refunds.some((one) => one.id === asked.id)) return undefined;
  const ofPayment = refunds.filter((one) => one.paymentId === payment.id);
  if (ofPayment.some(({ state }) => state === 'unknown')) {
    throw notRefundable('An earlier refund is still open. Say first whether it was made.');
  }
  if (asked.amount_cents > payment.amountCents - payment.refundedCents) {
    throw notRefundable('The amount is more than what is left of the payment.');
  }
  if (!asked.by_hand && !findProvider(deps, payment.provider as ProviderName)) {
    throw notRefundable('Send this money back yourself, and note it as a refund by hand.');
  }
  const refund = await insertRefund(transaction, {
    id: asked.id,
    paymentId: payment.id,
    amountCents: asked.amount_cents,
    note: asked.reason,
    createdBy: by,
    createdAt: deps.now(),
    message: asked.by_hand ? null : `${paymentMethodName(payment.provider)} has not answered yet.`,
  });
  if (!refund) throw notRefundable('This refund belongs to another payment.');
  if (asked.by_hand) await book(deps, transaction, { order, payment, refund }, 'by-hand');
  return { refund, payment };
}

function askProvider(deps: OrderDeps, { refund, payment }: Begun): Promise<RefundResult> {
  const provider = findProvider(deps, payment.provider as ProviderName);
  if (!provider) throw new Error('A refund without its provider was begun');
  const { providerPaymentId } = payment;
  const reason = refund.note ?? '';
  return provider.refund({ providerPaymentId, amountCents: refund.amountCents, reason });
}

async function finish(
  deps: OrderDeps,
  transaction: Transaction,
  { refund: { id }, payment: { orderId } }: Begun,
  result: RefundResult,
): Promise<void> {
  const order = await lockOrder(transaction, orderId);
  const refund = await findRefund(transaction, id);
  const payments = await listPaymentsOf(transaction, orderId);
  const payment = payments.find((one) => one.id === refund?.paymentId);
  // The mentor may have resolved it meanwhile.
  if (!order || !payment || refund?.state !== 'unknown') return;
  if (result.outcome === 'refunded') {
    await updateRefund(transaction, id, {
      state: 'unknown',
      providerRefundId: result.refundId ?? null,
    });
    await book(deps, transaction, { order, payment, refund }, 'done');
  } else if (result.outcome !== 'unknown') {
    await updateRefund(transaction, id, { state: 'failed', message: result.message });
  }
}

/** Books a refund on its payment and its order, with a credit note and an email. */
async function book(
  deps: OrderDeps,
  transaction: Transaction,
  { order, payment, refund }: { order: Order; payment: Payment; refund: Refund },
  state: 'done' | 'by-hand',
): Promise<void> {
  const { amountCents } = refund;
  await updateRefund(transaction, refund.id, { state, message: null });
  await updatePayment(transaction, payment.id, {
    refundedCents: payment.refundedCents + amountCents,
  });
  // Unplaced money had no receipt, so it gets no credit note.
  if (payment.isUnplaced) return;
  const refundedCents = order.refundedCents + amountCents;
  const refunded = await updateOrder(transaction, order.id, {
    refundedCents,
    state: refundedCents === order.paidCents ? 'refunded' : 'partly-refunded',
  });
  const about = await issueCreditNote(transaction, {
    order: refunded,
    facts: await deps.readFacts(),
    now: deps.now(),
    totalCents: amountCents,
    reason: refund.note ?? 'Refund',
    method: state === 'by-hand' ? 'Refunded directly' : paymentMethodName(payment.provider),
  });
  const mail = { occasion: 'refunded', audience: 'buyer', about } as const;
  await queueOrderMail(deps, transaction, refunded, mail);
}

/** Records the outcome of a refund that the provider did not answer. Throws 404, `not-refundable` (409). */
export async function resolveRefund(
  deps: OrderDeps,
  { id, refund: refundId, state }: { id: string; refund: string; state: 'done' | 'failed' },
): Promise<OrderDetails> {
  await deps.db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, id);
    const refund = (await listRefundsOf(transaction, id)).find((one) => one.id === refundId);
    const payments = await listPaymentsOf(transaction, id);
    const payment = payments.find((one) => one.id === refund?.paymentId);
    if (!order || !refund || !payment) throw recordNotFound();
    if (refund.state !== 'unknown') throw notRefundable('This refund is settled already.');
    if (state === 'done') await book(deps, transaction, { order, payment, refund }, 'done');
    else await updateRefund(transaction, refundId, { state: 'failed' });
  });
  return getOrder(deps, { id });
}
