import { confirmPaidBooking, findLockedBooking } from '#features/booking/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { type PaymentWay, wayInWords } from '../rules/order.ts';
import { issueReceipt } from './issue-paper.ts';
import type { OrderDeps } from './order-deps.ts';
import { lockOrderByReference, type Order, updateOrder } from './queries/orders.ts';
import { findPaymentBy, insertPayment, type Payment } from './queries/payments.ts';
import { queueOrderMail } from './queue-order-mail.ts';

/** Money that has come for certain. */
export interface ReceivedPayment {
  provider: PaymentWay;
  providerPaymentId: string;
  orderReference: string;
  amountCents: number;
  currency: string;
  isTest: boolean;
  /** Whether a provider confirmed it; otherwise the mentor says so. */
  isVerified: boolean;
  note?: string | null;
  markedBy?: string | null;
}

type PaymentFault = 'unknown-order' | 'other-currency' | 'other-amount' | 'other-order';

/**
 * placed: it has paid for the order, now or before. unplaced: it is kept, and nothing can be given for
 * it. refused: it does not belong to the order, and nothing has changed.
 */
export type Settlement =
  | { outcome: 'placed' | 'unplaced'; order: Order; isNew: boolean }
  | { outcome: 'refused'; code: PaymentFault; reason: string };

const reasons: Record<PaymentFault, string> = {
  'unknown-order': 'There is no order with this reference.',
  'other-currency': 'The money came in another currency than rand.',
  'other-amount': 'The amount is not the order’s.',
  'other-order': 'The same payment was reported for another order.',
};

const refuse = (code: PaymentFault): Settlement => ({
  ...{ outcome: 'refused', code, reason: reasons[code] },
});

/**
 * The one way in which money reaches an order: the payment, the order's state, the receipt, the booking
 * and the mails, all in the caller's transaction, once for each of the provider's payment ids. Safe to
 * repeat and to race.
 */
export async function settlePayment(
  deps: OrderDeps,
  transaction: Transaction,
  received: ReceivedPayment,
): Promise<Settlement> {
  const order = await lockOrderByReference(transaction, received.orderReference);
  if (!order) return refuse('unknown-order');
  if (received.currency !== 'ZAR') return refuse('other-currency');
  if (received.amountCents !== order.amountCents) return refuse('other-amount');
  const known = await findPaymentBy(transaction, received);
  if (known) {
    if (known.orderId !== order.id) return refuse('other-order');
    return { outcome: known.isUnplaced ? 'unplaced' : 'placed', order, isNew: false };
  }
  const isPlaced = await canTake(transaction, order);
  const { provider, providerPaymentId, amountCents, isTest, isVerified } = received;
  const payment = await insertPayment(transaction, {
    ...{ orderId: order.id, provider, providerPaymentId, amountCents, isTest },
    ...{ receivedAt: deps.now(), verifiedAt: isVerified ? deps.now() : null },
    ...{ isUnplaced: !isPlaced, note: received.note, markedBy: received.markedBy },
  });
  // Another order was paid with the same id at this moment.
  if (!payment) return refuse('other-order');
  if (!isPlaced) {
    const mail = { occasion: 'unplaced', audience: 'mentor', about: payment.id } as const;
    await queueOrderMail(deps, transaction, order, mail);
    return { outcome: 'unplaced', order, isNew: true };
  }
  return { outcome: 'placed', order: await place(deps, transaction, order, payment), isNew: true };
}

/**
 * Whether an order can take money now: late money, too, while what was ordered is still there. A session
 * that was cancelled, deleted or released takes none, and is kept from that until the transaction ends.
 */
async function canTake(transaction: Transaction, { state, bookingId }: Order) {
  if (state !== 'awaiting' && state !== 'expired') return false;
  if (bookingId === null) return true;
  const booking = await findLockedBooking(transaction, bookingId, 'update');
  return booking !== undefined && booking.cancelledAt === null;
}

async function place(
  deps: OrderDeps,
  transaction: Transaction,
  before: Order,
  payment: Payment,
): Promise<Order> {
  const paidAt = deps.now();
  const order = await updateOrder(transaction, before.id, {
    ...{ state: 'paid', paidCents: payment.amountCents, paidAt, isTest: payment.isTest },
  });
  const { bookingId, reference } = order;
  if (bookingId) await confirmPaidBooking(deps, transaction, bookingId, { paidAt, reference });
  const facts = await deps.readFacts();
  const method = wayInWords(payment.provider);
  const paid = { order, facts, now: paidAt, method, totalCents: order.amountCents };
  const about = await issueReceipt(transaction, paid);
  await queueOrderMail(deps, transaction, order, { occasion: 'paid', audience: 'buyer', about });
  // The mentor knows what they have marked themselves.
  if (payment.markedBy === null) {
    await queueOrderMail(deps, transaction, order, { occasion: 'paid', audience: 'mentor', about });
  }
  return order;
}
