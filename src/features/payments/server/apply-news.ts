import { findOrder, queueOrderMail } from '#features/orders/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { ProviderName } from '#rules/payment-methods.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { PaymentNews } from './providers/provider.ts';
import { storeDispute } from './queries/disputes.ts';
import { findPaymentBy } from './queries/payments.ts';
import { noteRefund } from './refund-order.ts';

interface NewsOfPayment {
  /** The notification with the news. */
  notificationId: string;
  provider: ProviderName;
  providerPaymentId: string;
  news: PaymentNews;
}

/**
 * Applies what a provider says about an earlier payment: a refund or a dispute. Returns why it could not,
 * in words for the mentor, or undefined.
 */
export async function applyNews(
  deps: PaymentDeps,
  transaction: Transaction,
  { notificationId, news, ...named }: NewsOfPayment,
): Promise<string | undefined> {
  const found = await findPaymentBy(transaction, named);
  const order = found && (await findOrder(transaction, { id: found.orderId }, { lock: true }));
  // Read again, as it may have changed before the order was locked.
  const payment = order && (await findPaymentBy(transaction, named));
  if (!payment) return 'It is about a payment that the site does not know.';
  if (news.kind === 'refund') return noteRefund(deps, transaction, { order, payment }, news);
  const dispute = await storeDispute(transaction, {
    paymentId: payment.id,
    providerDisputeId: news.disputeId,
    dueAt: news.dueAt ?? null,
    openedAt: deps.now(),
    resolvedAt: news.isResolved ? deps.now() : null,
  });
  if (dispute?.resolvedAt === null) {
    const mail = { occasion: 'disputed', audience: 'mentor', about: notificationId } as const;
    await queueOrderMail(deps, transaction, order, mail);
  }
  return undefined;
}
