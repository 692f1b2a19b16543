import { confirmPaidBooking } from '#features/booking/server/index.ts';
import { issueReceipt } from '#features/documents/server/index.ts';
import type { LedgerPayment } from '#features/ledger/server/index.ts';
import { isAskedFor, leftToPay } from '#features/orders/rules/index.ts';
import {
  findLockedObstacle,
  findOrder,
  listDues,
  type Order,
  queueOrderMail,
  saveDues,
  updateOrder,
} from '#features/orders/server/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { formatDecimal } from '#rules/money.ts';
import { type PaymentSource, paymentMethodName } from '#rules/payment-methods.ts';
import { deliverOrder } from './deliver-course.ts';
import { endInvoice } from './order-invoice.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { ProvenPayment } from './providers/provider.ts';
import { findPaymentBy, insertPayment, type Payment, updatePayment } from './queries/payments.ts';

/** Money that has arrived. */
export interface ReceivedPayment extends ProvenPayment {
  provider: PaymentSource;
  isTest: boolean;
  /** Whether a provider confirmed it. Otherwise the mentor did. */
  isVerified: boolean;
  /** When the bank has it, if that is known. Otherwise it has come now. */
  receivedAt?: Date;
  note?: string | null;
  markedBy?: string | null;
  /** Whether the mentor still delivers although the order has expired. */
  acceptsLate?: boolean;
  /** The mentor records what arrived, so that any amount up to what is left is allocated. */
  asPart?: PartTerms;
}

/** How the mentor allocates a part. */
export interface PartTerms {
  /** Whether the mentor gives up the rest, so that the order is paid. */
  waivesRest: boolean;
}

/**
 * Returns what a payment allocates to its order; undefined if the order asks for another amount. More arrives if
 * the buyer pays the fees of the provider.
 */
export async function findAllocatedCents(
  db: Executor,
  order: Order,
  {
    amountCents,
    requestedCents = amountCents,
    currency,
    asPart,
  }: Omit<ProvenPayment, 'orderReference'> & Pick<ReceivedPayment, 'asPart'>,
): Promise<number | undefined> {
  if (currency !== 'ZAR' || amountCents < requestedCents) return undefined;
  const isAllocated = asPart
    ? requestedCents <= leftToPay(order)
    : isAskedFor(requestedCents, order, await listDues(db, order.id));
  return isAllocated ? requestedCents : undefined;
}

type PaymentFault = 'unknown-order' | 'other-currency' | 'other-order';

/**
 * allocated: it pays for the order, now or since an earlier call. unallocated: it is stored for the mentor to
 * decide about, because the order takes no money or another amount. refused: it does not belong to the
 * order, and nothing changes.
 */
export type Settlement =
  | { outcome: 'allocated' | 'unallocated'; order: Order; isNew: boolean }
  | { outcome: 'refused'; code: PaymentFault; reason: string };

const reasons: Record<PaymentFault, string> = {
  'unknown-order': 'There is no order with this reference.',
  'other-currency': 'The payment is not in rand.',
  'other-order': 'This payment was reported for another order.',
};

/** Returns a refusal. The amount is in its reason, because nothing else is stored of the money. */
export const refuse = (code: PaymentFault, { amountCents, currency }: ProvenPayment) => ({
  outcome: 'refused' as const,
  code,
  reason: `${reasons[code]} ${currency} ${formatDecimal(amountCents)} arrived.`,
});

/**
 * Books money on its order: the payment, the order's state, the receipt, the booking and the emails, all
 * in the caller's transaction, and once for each payment id of a provider. All money goes through here.
 * Safe to repeat and to call concurrently.
 */
export async function settlePayment(
  deps: PaymentDeps,
  transaction: Transaction,
  received: ReceivedPayment,
): Promise<Settlement> {
  const order = await findOrder(
    transaction,
    { reference: received.orderReference },
    { lock: true },
  );
  if (!order) return refuse('unknown-order', received);
  if (received.currency !== 'ZAR') return refuse('other-currency', received);
  const known = await findPaymentBy(transaction, received);
  if (known) {
    if (known.orderId !== order.id) return refuse('other-order', received);
    return { outcome: known.isUnallocated ? 'unallocated' : 'allocated', order, isNew: false };
  }
  const { provider, providerPaymentId, isTest, isVerified, asPart } = received;
  const allocatedCents = await findAllocatedCents(transaction, order, received);
  const isAllocated =
    allocatedCents !== undefined && (await canTake(deps, transaction, order, received));
  // The fees that the buyer paid are the provider's.
  const amountCents = isAllocated ? allocatedCents : received.amountCents;
  const payment = await insertPayment(transaction, {
    orderId: order.id,
    provider,
    providerPaymentId,
    amountCents,
    isTest,
    receivedAt: received.receivedAt ?? deps.now(),
    verifiedAt: isVerified ? deps.now() : null,
    isUnallocated: !isAllocated,
    note: received.note,
    markedBy: received.markedBy,
  });
  // A concurrent call booked this id on another order.
  if (!payment) return refuse('other-order', received);
  // The mentor knows what they have marked themselves.
  const isByMentor = payment.markedBy !== null;
  if (!isAllocated) {
    await deps.ledger.record({ payments: toEntries(order, payment) });
    // An earlier choice was about other money.
    await updateOrder(transaction, order.id, { moneyChoice: null, moneyChoiceAt: null });
    const about = { occasion: 'unallocated', about: payment.id, cents: amountCents } as const;
    await queueOrderMail(deps, transaction, order, { ...about, audience: 'buyer' });
    if (!isByMentor)
      await queueOrderMail(deps, transaction, order, { ...about, audience: 'mentor' });
    return { outcome: 'unallocated', order, isNew: true };
  }
  const paid = await applyPayment(deps, transaction, order, { payment, isByMentor, ...asPart });
  return { outcome: 'allocated', order: paid, isNew: true };
}

/**
 * Uses money that was unallocated for its locked order after all, as the mentor decides. Returns false and
 * does nothing if what was ordered is no longer available, or if less is left to pay.
 */
export async function allocatePayment(
  deps: PaymentDeps,
  transaction: Transaction,
  { order, payment, waivesRest = false }: { order: Order; payment: Payment } & Partial<PartTerms>,
): Promise<boolean> {
  if (!(await canTake(deps, transaction, order, { acceptsLate: true }))) return false;
  if (payment.amountCents > leftToPay(order)) return false;
  await updatePayment(transaction, payment.id, { isUnallocated: false });
  await applyPayment(deps, transaction, order, { payment, isByMentor: true, waivesRest });
  return true;
}

/** Returns what the ledger keeps of a payment: nothing of test money. */
const toEntries = ({ reference: orderReference }: Order, payment: Payment): LedgerPayment[] => {
  const { provider, providerPaymentId, amountCents, receivedAt, isTest } = payment;
  const entry = { provider, providerPaymentId, orderReference, amountCents, receivedAt };
  return isTest ? [] : [entry];
};

/** Why an invoice is taken back that was not paid in full. */
const restWaived = 'Rest of the amount waived';

async function canTake(
  { now }: PaymentDeps,
  transaction: Transaction,
  order: Order,
  { acceptsLate = false }: Pick<ReceivedPayment, 'acceptsLate'>,
): Promise<boolean> {
  const obstacle = await findLockedObstacle(transaction, order, now());
  return obstacle === undefined || (obstacle === 'expired' && acceptsLate);
}

/** Applies a payment to its locked order. Any money confirms a session that was held; the last part pays for it. */
async function applyPayment(
  deps: PaymentDeps,
  transaction: Transaction,
  before: Order,
  {
    payment,
    isByMentor,
    waivesRest = false,
  }: { payment: Payment; isByMentor: boolean } & Partial<PartTerms>,
): Promise<Order> {
  const paidAt = payment.receivedAt;
  // Test money pays no invoice with a real number.
  if (payment.isTest && !before.isTest)
    await endInvoice(deps, transaction, before, 'Paid with test money');
  const isPaid = waivesRest || payment.amountCents === leftToPay(before);
  const changed = await updateOrder(transaction, before.id, {
    state: isPaid ? 'paid' : 'awaiting',
    paidCents: before.paidCents + payment.amountCents,
    paidAt: isPaid ? paidAt : null,
    isTest: payment.isTest || (before.paidCents > 0 && before.isTest),
    // What the client reported has arrived.
    ...(isPaid ? {} : { paymentReportedAt: null }),
  });
  await saveDues(transaction, changed, paidAt);
  await confirmSession(deps, transaction, changed);
  const order = await deliverOrder(deps, transaction, changed);
  const settings = await deps.readSettings();
  const method = paymentMethodName(payment.provider);
  const { amountCents: totalCents } = payment;
  const paid = {
    order,
    settings,
    now: deps.now(),
    paidAt,
    method,
    totalCents,
    paymentId: payment.id,
  };
  const entries = toEntries(order, payment);
  const about = await issueReceipt(deps, transaction, { ...paid, entries });
  if (isPaid) await endInvoice(deps, transaction, order, restWaived);
  const occasion = isPaid ? 'paid' : 'part-paid';
  await queueOrderMail(deps, transaction, order, { occasion, audience: 'buyer', about });
  if (!isByMentor) {
    await queueOrderMail(deps, transaction, order, { occasion, audience: 'mentor', about });
  }
  return order;
}

/**
 * Settles a new order that a voucher leaves nothing to pay of, as its last payment would: with the session, the
 * access, a receipt and the emails. Returns the order.
 */
export async function settleFree(
  deps: PaymentDeps,
  transaction: Transaction,
  placed: Order,
): Promise<Order> {
  const now = deps.now();
  const paid = await updateOrder(transaction, placed.id, { state: 'paid', paidAt: now });
  await confirmSession(deps, transaction, paid);
  const order = await deliverOrder(deps, transaction, paid);
  const about = await issueReceipt(deps, transaction, {
    ...{ order, now, totalCents: 0, method: `Code ${order.item.voucher?.code}` },
    settings: await deps.readSettings(),
  });
  for (const audience of ['buyer', 'mentor'] as const)
    await queueOrderMail(deps, transaction, order, { occasion: 'paid', audience, about });
  return order;
}

/** Confirms the session of an order that has money. It counts as paid once nothing is left to pay. */
async function confirmSession(
  deps: PaymentDeps,
  transaction: Transaction,
  { bookingId, reference, paidAt }: Order,
): Promise<void> {
  if (bookingId) await confirmPaidBooking(deps, transaction, bookingId, { paidAt, reference });
}

/**
 * Gives up what is left to pay of a locked order that has money, so that it is paid. A repeat does nothing.
 * Returns the order.
 */
export async function waiveRest(
  deps: PaymentDeps,
  transaction: Transaction,
  before: Order,
): Promise<Order> {
  const now = deps.now();
  const paid = { state: 'paid', paidAt: now, cancelledAt: null } as const;
  const order = await updateOrder(transaction, before.id, paid);
  await saveDues(transaction, order, now);
  await confirmSession(deps, transaction, order);
  await deliverOrder(deps, transaction, order);
  const mail = { occasion: 'rest-waived', audience: 'buyer', about: now.toISOString() } as const;
  await queueOrderMail(deps, transaction, order, mail);
  await endInvoice(deps, transaction, order, restWaived);
  return order;
}
