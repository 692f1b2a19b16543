import { issueCreditNote } from '#features/documents/server/index.ts';
import {
  findOrder,
  type Order,
  queueOrderMail,
  updateOrder,
} from '#features/orders/server/index.ts';
import type { RefundBody } from '#features/payments/rules/refund-request.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { formatRand } from '#rules/money.ts';
import { type ProviderName, paymentMethodName } from '#rules/payment-methods.ts';
import { endDelivery } from './deliver-course.ts';
import { endInvoice } from './order-invoice.ts';
import { findProvider, type PaymentDeps } from './payment-deps.ts';
import type { PaymentNews, RefundResult } from './providers/provider.ts';
import {
  clearFailures,
  findRefund,
  insertRefund,
  listPaymentsOf,
  listRefundsOf,
  type Payment,
  type Refund,
  updatePayment,
  updateRefund,
} from './queries/payments.ts';
import { returnRefund } from './return-refund.ts';

/** How long a provider may still answer, in milliseconds: longer than the timeout of a call. */
const maxAnswerMs = 15_000;

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
 * refund. One that the provider only accepted is `sent` until a notification settles it. A repeat with the same id does nothing. Throws 404, `not-refundable` (409).
 */
export async function refundOrder(
  deps: PaymentDeps,
  asked: RefundOfOrder,
  by: string,
): Promise<void> {
  const begun = await deps.db.transaction((transaction) => begin(deps, transaction, asked, by));
  if (begun && !asked.refund.by_hand) {
    const result = await askProvider(deps, begun);
    await deps.db.transaction((transaction) => finish(deps, transaction, begun, result));
  }
}

async function begin(
  deps: PaymentDeps,
  transaction: Transaction,
  { orderId, refund: asked }: RefundOfOrder,
  by: string,
): Promise<Begun | undefined> {
  const order = await findOrder(transaction, { id: orderId }, { lock: true });
  if (!order) throw recordNotFound();
  const payments = await listPaymentsOf(transaction, orderId);
  const payment = payments.find((one) => one.id === asked.payment_id);
  if (!payment || payment.undoneAt) throw notRefundable('This payment doesn’t exist.');
  const refunds = await listRefundsOf(transaction, orderId);
  if (refunds.some((one) => one.id === asked.id)) return undefined;
  const ofPayment = refunds.filter((one) => one.paymentId === payment.id);
  if (ofPayment.some(({ state }) => state === 'unknown')) {
    throw notRefundable(
      'An earlier refund is still pending. Confirm first whether it went through.',
    );
  }
  const sentCents = sumCents(ofPayment.filter(({ state }) => state === 'sent'));
  if (asked.amount_cents > payment.amountCents - payment.refundedCents - sentCents) {
    throw notRefundable('The amount is more than what is left of the payment.');
  }
  if (!asked.by_hand && !findProvider(deps, payment.provider as ProviderName)) {
    throw notRefundable('Refund this yourself, then record it here.');
  }
  const refund = await insertRefund(transaction, {
    id: asked.id,
    paymentId: payment.id,
    amountCents: asked.amount_cents,
    note: asked.reason,
    endsAccess: asked.ends_access,
    createdBy: by,
    createdAt: deps.now(),
    message: asked.by_hand ? null : `${paymentMethodName(payment.provider)} has not answered yet.`,
  });
  if (!refund) throw notRefundable('This refund belongs to another payment.');
  if (asked.by_hand) await book(deps, transaction, { order, payment, refund }, 'by-hand');
  return { refund, payment };
}

function askProvider(deps: PaymentDeps, { refund, payment }: Begun): Promise<RefundResult> {
  const provider = findProvider(deps, payment.provider as ProviderName);
  if (!provider) throw new Error('A refund without its provider was begun');
  const { providerPaymentId } = payment;
  const reason = refund.note ?? '';
  return provider.refund({ providerPaymentId, amountCents: refund.amountCents, reason });
}

async function finish(
  deps: PaymentDeps,
  transaction: Transaction,
  { refund: { id }, payment: { orderId } }: Begun,
  result: RefundResult,
): Promise<void> {
  const order = await findOrder(transaction, { id: orderId }, { lock: true });
  const refund = await findRefund(transaction, id);
  const payments = await listPaymentsOf(transaction, orderId);
  const payment = payments.find((one) => one.id === refund?.paymentId);
  // A notification may have settled it meanwhile.
  if (!order || !payment || !refund || isBooked(refund)) return;
  if ('refundId' in result) {
    const providerRefundId = result.refundId ?? null;
    await updateRefund(transaction, id, { state: 'sent', providerRefundId, message: null });
    if (result.outcome === 'refunded') await succeed(deps, transaction, { order, payment, refund });
  } else if (result.outcome !== 'unknown' && refund.state === 'unknown') {
    await updateRefund(transaction, id, { state: 'failed', message: result.message });
  }
}

const sumCents = (refunds: Refund[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

const isBooked = ({ state }: Refund) => state === 'done' || state === 'by-hand';

interface RefundToBook {
  order: Order;
  payment: Payment;
  refund: Refund;
}

/** Books a refund that the provider has made, even if the mentor said that it was not. */
async function succeed(
  deps: PaymentDeps,
  transaction: Transaction,
  { order, payment, refund }: RefundToBook,
): Promise<void> {
  if (refund.amountCents <= payment.amountCents - payment.refundedCents)
    return book(deps, transaction, { order, payment, refund }, 'done');
  const way = paymentMethodName(payment.provider);
  await updateRefund(transaction, refund.id, {
    state: 'failed',
    message: `${way} sent this refund, but the payment had already been refunded another way. Check its dashboard: the client may have been refunded twice.`,
  });
}

type RefundNews = Extract<PaymentNews, { kind: 'refund' }>;

/**
 * Applies what a provider says about a refund of a payment of a locked order, also one that was made on
 * its dashboard. Returns why it could not, in words for the mentor, or undefined.
 */
export async function noteRefund(
  deps: PaymentDeps,
  transaction: Transaction,
  { order, payment }: Omit<RefundToBook, 'refund'>,
  news: RefundNews,
): Promise<string | undefined> {
  const refunds = await listRefundsOf(transaction, order.id);
  const refund = findMeant(
    refunds.filter(({ paymentId }) => paymentId === payment.id),
    news,
  );
  if (!refund) return noteForeignRefund(deps, transaction, { order, payment }, news);
  const { id, state } = refund;
  const providerRefundId = refund.providerRefundId ?? news.refundId ?? null;
  const way = paymentMethodName(payment.provider);
  // The mentor may have dealt with it, and events may arrive in another order.
  if (state === 'failed' && news.outcome !== 'refunded') return undefined;
  if (isBooked(refund)) {
    if (news.outcome !== 'failed' || state === 'by-hand') return undefined;
    const message = `${way} says that this refund failed after all. You still have the money. Refund it again, or another way.`;
    await updateRefund(transaction, id, { state: 'failed', providerRefundId, message });
    await returnRefund(deps, transaction, { order, payment, refund });
  } else if (news.outcome === 'refunded') {
    await updateRefund(transaction, id, { state, providerRefundId });
    await succeed(deps, transaction, { order, payment, refund });
    return undefined;
  } else if (news.outcome === 'sent') {
    await updateRefund(transaction, id, { state: 'sent', providerRefundId, message: null });
    return undefined;
  } else if (news.outcome === 'stuck') {
    const message = `${way} needs more details to send this refund. Open its dashboard.`;
    await updateRefund(transaction, id, { state: 'sent', providerRefundId, message });
  } else {
    const message = `${way} could not send the refund.`;
    await updateRefund(transaction, id, { state: 'failed', providerRefundId, message });
  }
  const occasion = news.outcome === 'stuck' ? 'refund-stuck' : 'refund-failed';
  await queueOrderMail(deps, transaction, order, { occasion, audience: 'mentor', about: id });
  return undefined;
}

/** Returns the refund that a provider means: by its id, else one of the same amount, an open one first. */
function findMeant(refunds: Refund[], { refundId, amountCents }: RefundNews): Refund | undefined {
  const known = refunds.find((one) => refundId && one.providerRefundId === refundId);
  if (known) return known;
  const alike = refunds.filter(
    (one) => one.amountCents === amountCents && !(refundId && one.providerRefundId),
  );
  const isIn = (...states: Refund['state'][]) => alike.find(({ state }) => states.includes(state));
  return isIn('unknown', 'sent') ?? isIn('failed') ?? isIn('done', 'by-hand');
}

/** Books a refund that the site did not ask for, once it is made. */
async function noteForeignRefund(
  deps: PaymentDeps,
  transaction: Transaction,
  { order, payment }: Omit<RefundToBook, 'refund'>,
  { outcome, amountCents, refundId }: RefundNews,
): Promise<string | undefined> {
  if (outcome !== 'refunded') return undefined;
  const way = paymentMethodName(payment.provider);
  if (amountCents > payment.amountCents - payment.refundedCents) {
    return `${way} sent back ${formatRand(amountCents)}, which is more than what is left of the payment.`;
  }
  const refund = await insertRefund(transaction, {
    paymentId: payment.id,
    amountCents,
    providerRefundId: refundId ?? null,
    note: `Refunded by ${way}`,
    createdBy: way,
    createdAt: deps.now(),
  });
  if (refund) await book(deps, transaction, { order, payment, refund }, 'done');
  return undefined;
}

/**
 * Books a refund on its payment and its order, with a credit note and an email. It ends an order that is paid
 * in part: nothing more is to be paid for it.
 */
async function book(
  deps: PaymentDeps,
  transaction: Transaction,
  { order, payment, refund }: RefundToBook,
  state: 'done' | 'by-hand',
): Promise<void> {
  const { amountCents } = refund;
  await updateRefund(transaction, refund.id, { state, message: null, bookedAt: deps.now() });
  // Earlier attempts that failed need no attention any more.
  await clearFailures(transaction, { paymentId: payment.id });
  await updatePayment(transaction, payment.id, {
    refundedCents: payment.refundedCents + amountCents,
  });
  // Unallocated money had no receipt, so it gets no credit note.
  if (payment.isUnallocated) {
    const mail = { occasion: 'returned', audience: 'buyer', about: refund.id } as const;
    return queueOrderMail(deps, transaction, order, { ...mail, cents: amountCents });
  }
  const refundedCents = order.refundedCents + amountCents;
  const refunded = await updateOrder(transaction, order.id, {
    refundedCents,
    state: refundedCents === order.paidCents ? 'refunded' : 'partly-refunded',
  });
  // What is refunded in full is taken back; for a part, the mentor decides.
  if (refunded.state === 'refunded') await endDelivery(deps, transaction, refunded, 'Refunded');
  else if (refund.endsAccess) await endDelivery(deps, transaction, refunded, 'Refunded in part');
  const about = await issueCreditNote(deps, transaction, {
    corrects: 'sale',
    order: refunded,
    settings: await deps.readSettings(),
    now: deps.now(),
    totalCents: amountCents,
    ofPayment: payment.id,
    reason: refund.note ?? 'Refund',
    method: state === 'by-hand' ? 'Refunded directly' : paymentMethodName(payment.provider),
  });
  const mail = { occasion: 'refunded', audience: 'buyer', about } as const;
  await queueOrderMail(deps, transaction, refunded, mail);
  await endInvoice(deps, transaction, refunded, 'Order ended by a refund');
}

/**
 * Records what the provider's dashboard says about a refund that is not settled, or that the mentor has dealt
 * with one that failed. Throws 404, `not-refundable` (409), also while the provider may still answer.
 */
export async function resolveRefund(
  deps: PaymentDeps,
  {
    id,
    refund: refundId,
    state,
  }: { id: string; refund: string; state: 'done' | 'failed' | 'checked' },
): Promise<void> {
  await deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    const refund = (await listRefundsOf(transaction, id)).find((one) => one.id === refundId);
    const payments = await listPaymentsOf(transaction, id);
    const payment = payments.find((one) => one.id === refund?.paymentId);
    if (!order || !refund || !payment) throw recordNotFound();
    if (state === 'checked') return clearFailures(transaction, { id: refundId });
    if (refund.state !== 'unknown' && refund.state !== 'sent')
      throw notRefundable('This refund is already settled.');
    if (+deps.now() - +refund.createdAt < maxAnswerMs)
      throw notRefundable('The provider may still answer. Try again in a few seconds.');
    if (state === 'done') await book(deps, transaction, { order, payment, refund }, 'done');
    else {
      const message = 'You recorded that it failed. Refund it again, or another way.';
      await updateRefund(transaction, refundId, { state: 'failed', message });
    }
  });
}
