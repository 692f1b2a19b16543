import type { InvoiceDetails } from '#features/documents/rules/index.ts';
import { announceOpenings } from '#features/library/server/index.ts';
import { dueNowCents, isPaidFor } from '#features/orders/rules/index.ts';
import {
  findOrder,
  listDues,
  type Order,
  queueOrderMail,
  updateOrder,
} from '#features/orders/server/index.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { type ProviderName, paymentMethodName } from '#rules/payment-methods.ts';
import { startNow } from './deliver-course.ts';
import { followPayLink, orderNotFound } from './find-pay-page.ts';
import { getPayable } from './get-payable.ts';
import { findProvider, type PaymentDeps } from './payment-deps.ts';
import { type PaymentStart, ProviderUnavailable } from './providers/provider.ts';
import { readPaymentMethods } from './read-payment-methods.ts';
import { requireAddress } from './require-address.ts';
import { storeInvoiceDetails } from './save-invoice-details.ts';
import { settlePayment } from './settle-payment.ts';

interface PaymentChoice {
  token: string;
  provider: ProviderName;
  /** The box “Start now”, for digital products. */
  startNow: boolean;
  /** Replaces the details of the order if any field is filled in. */
  details?: InvoiceDetails;
}

/**
 * Prepares a payment of an order and returns how the browser reaches the provider. It pays nothing.
 * Throws 404, `order-closed` (409), `address-needed` (422), `provider-unavailable` (503), 429.
 */
export async function startPayment(
  deps: PaymentDeps,
  { token, provider: name, startNow, details }: PaymentChoice,
  visitor: Caller,
): Promise<PaymentStart> {
  await deps.limiter.count('start-payment', visitor);
  const payable = await getPayable(deps, token);
  const settings = await deps.readSettings();
  const provider = findProvider(deps, name);
  const isOffered = readPaymentMethods(deps, settings).includes(name);
  if (!provider || !isOffered) throw providerUnavailable(paymentMethodName(name));
  const hasDetails = details && Object.values(details).some((detail) => detail !== null);
  const order = hasDetails ? await storeInvoiceDetails(deps, payable.id, details) : payable;
  requireAddress(order, settings, 'your');
  await noteStart(deps, order, startNow);
  const toUrl = (path: string) => new URL(path, settings.calendar.siteUrl).href;
  const path = deps.payLinks.toPath(order.id);
  const [firstName = '', ...others] = (order.name ?? '').split(/\s+/);
  try {
    return await provider.start({
      orderReference: order.reference,
      amountCents: dueNowCents(order, await listDues(deps.db, order.id)),
      itemName: order.item.title,
      buyer: { firstName, lastName: others.join(' '), email: order.email ?? '' },
      returnUrl: toUrl(`${path}?returned`),
      cancelUrl: toUrl(path),
      notifyUrl: toUrl(`/api/payments/${name}`),
    });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ provider: name, reason: error }, 'A payment could not be started');
    throw providerUnavailable(provider.label, error);
  }
}

const providerUnavailable = (label: string, cause?: unknown) =>
  new AppError(
    503,
    'provider-unavailable',
    `${label} can’t take payments right now. Try again later, or pay another way.`,
    { message: 'The payment provider is unavailable', cause },
  );

/** Stores when the buyer of a digital product chose immediate delivery. The latest choice counts. */
async function noteStart({ db, now }: PaymentDeps, order: Order, startNow: boolean) {
  if (!order.item.isDigital || (order.startNowAt !== null) === startNow) return;
  await db.transaction((transaction) =>
    updateOrder(transaction, order.id, { startNowAt: startNow ? now() : null }),
  );
}

/**
 * Notifies the mentor, once, that the buyer says they have paid by bank transfer. Changes nothing else but
 * the choice of immediate delivery. Throws 404, `order-closed` (409), `address-needed` (422), 429.
 */
export async function reportPaid(
  deps: PaymentDeps,
  token: string,
  visitor: Caller,
  { startNow = false } = {},
): Promise<void> {
  await deps.limiter.count('start-payment', visitor);
  const payable = await getPayable(deps, token);
  requireAddress(payable, await deps.readSettings(), 'your');
  await noteStart(deps, payable, startNow);
  const { id } = payable;
  await deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order || isPaidFor(order.state) || order.paymentReportedAt) return;
    await updateOrder(transaction, id, { paymentReportedAt: deps.now() });
    const about = order.paidCents > 0 ? `after ${order.paidCents}` : 'order';
    const mail = { occasion: 'payment-reported', audience: 'mentor', about } as const;
    await queueOrderMail(deps, transaction, order, mail);
  });
}

/** Starts the delivery of a paid order right away, as its buyer chooses, and emails the link. Throws 404, 429. */
export async function startDelivery(
  deps: PaymentDeps,
  token: string,
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('start-payment', visitor);
  const order = await followPayLink(deps, token);
  if (!order) throw orderNotFound();
  await startNow(deps, order.id);
  await announceOpenings(deps);
}

/**
 * Asks the provider about a payment when the browser returns, because the return proves nothing. Without
 * an answer, the notification decides. Throws 404, 429.
 */
export async function confirmReturn(
  deps: PaymentDeps,
  { token, transactionReference }: { token: string; transactionReference: string },
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('start-payment', visitor);
  const order = await followPayLink(deps, token);
  if (!order) throw orderNotFound();
  if (isPaidFor(order.state)) return;
  for (const provider of deps.providers) {
    const payment = await provider.findPayment?.(transactionReference).catch((reason: unknown) => {
      if (!(reason instanceof ProviderUnavailable)) throw reason;
      deps.log.warn({ provider: provider.name, reason }, 'A payment is not confirmed yet');
      return undefined;
    });
    if (payment?.orderReference !== order.reference) continue;
    const { name, isTest } = provider;
    const received = { ...payment, provider: name, isTest, isVerified: true };
    await deps.db.transaction((transaction) => settlePayment(deps, transaction, received));
  }
}
