import { replaceCreditNote } from '#features/documents/server/index.ts';
import { type Order, queueOrderMail, updateOrder } from '#features/orders/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { deliverOrder } from './deliver-course.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type Payment, type Refund, updatePayment } from './queries/payments.ts';

/**
 * Puts the money of a booked refund back on its payment and its order, because the provider could not send it
 * after all. A receipt replaces the credit note. An order that was not paid in full is cancelled: nothing more
 * is to be paid for it.
 */
export async function returnRefund(
  deps: PaymentDeps,
  transaction: Transaction,
  { order, payment, refund }: { order: Order; payment: Payment; refund: Refund },
): Promise<void> {
  const { amountCents } = refund;
  await updatePayment(transaction, payment.id, {
    refundedCents: payment.refundedCents - amountCents,
  });
  const mail = { occasion: 'refund-failed', audience: 'buyer', about: refund.id } as const;
  await queueOrderMail(deps, transaction, order, { ...mail, cents: amountCents });
  if (payment.isUnallocated) return;
  const refundedCents = order.refundedCents - amountCents;
  const unrefunded = order.paidAt
    ? { state: 'paid' as const }
    : { state: 'cancelled' as const, cancelledAt: order.cancelledAt ?? deps.now() };
  const returned = await updateOrder(transaction, order.id, {
    refundedCents,
    ...(refundedCents > 0 ? { state: 'partly-refunded' } : unrefunded),
  });
  // What the refund took back opens again.
  if (refund.endsAccess || order.state === 'refunded')
    await deliverOrder(deps, transaction, returned);
  await replaceCreditNote(deps, transaction, {
    order: returned,
    settings: await deps.readSettings(),
    now: deps.now(),
    totalCents: amountCents,
    ofPayment: payment.id,
    paidAt: payment.receivedAt,
    method: paymentMethodName(payment.provider),
    reason: 'The refund could not be sent',
  });
}
