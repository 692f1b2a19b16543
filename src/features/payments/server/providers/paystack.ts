import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { PaystackSettings } from '#platform/config/payments.ts';
import { defaultTimeoutMs, isSameSignature, parseJson } from './call-provider.ts';
import { callPaystack, KeyRefused, label, type PaystackApi } from './paystack-api.ts';
import {
  type KeyFault,
  type PaymentNews,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentStart,
  type PaymentVerdict,
  type ProvenPayment,
  ProviderUnavailable,
  type RawNotification,
  type RefundRequest,
  type RefundResult,
  refused,
} from './provider.ts';

interface PaystackOptions {
  timeoutMs?: number;
}

/**
 * Paystack: the server opens a transaction, the browser is redirected to it, and Paystack posts a webhook
 * to the address on its dashboard. The transaction's reference identifies the payment: Paystack accepts
 * it everywhere, and its numeric ids may exceed JavaScript's integers.
 */
export function createPaystack(
  settings: PaystackSettings,
  { timeoutMs = defaultTimeoutMs }: PaystackOptions = {},
): PaymentProvider {
  const api: PaystackApi = { ...settings, timeoutMs };
  return {
    name: 'paystack',
    label,
    isTest: settings.isTest,
    checkoutOrigins: settings.checkoutOrigins,
    start: (request) => initialize(api, request),
    readNotification(raw) {
      const { event, reference, data } = readEvent(raw);
      const orderReference = toOrderReference(reference);
      const isAuthentic = isSignedByPaystack(raw, settings.secretKey);
      const isAboutPayment = event === 'charge.success' && orderReference !== undefined;
      const claimed = transactionSchema.safeParse(data).data;
      const payment = isAboutPayment && claimed && readPayment(claimed, orderReference);
      return {
        providerPaymentId: reference,
        orderReference,
        isAuthentic,
        isAboutPayment,
        claim: (isAuthentic && payment) || undefined,
        news: isAuthentic && orderReference ? readNews(event, data) : undefined,
      };
    },
    async verify(raw) {
      if (!isSignedByPaystack(raw, settings.secretKey)) {
        return refused(
          'bad-signature',
          'The signature of the notification is wrong, so it may be forged.',
        );
      }
      const { event, reference } = readEvent(raw);
      const orderReference = toOrderReference(reference);
      if (event !== 'charge.success' || !reference || !orderReference) {
        return refused('not-a-payment', 'The notification is not about a payment on this site.');
      }
      const verdict = await askAbout(api, reference, orderReference);
      if (!verdict) throw new ProviderUnavailable(`${label} has not finished the payment`);
      return verdict;
    },
    async findPayment(reference) {
      const orderReference = toOrderReference(reference);
      const verdict = orderReference && (await askAbout(api, reference, orderReference));
      // After a declined card or for an invented reference, the order is simply not paid.
      return verdict && verdict.outcome === 'paid' ? verdict.payment : undefined;
    },
    check: () => checkKey(api),
    refund: (request) => sendRefund(api, request),
  };
}

/** Asks about a transaction that does not exist, to see whether Paystack takes the key. */
async function checkKey(api: PaystackApi): Promise<KeyFault | undefined> {
  const path = `/transaction/verify/${toTransactionReference('KEY-TEST')}`;
  const answer = await callPaystack(api, path).catch((error: unknown) => {
    if (error instanceof KeyRefused) return error;
    throw error;
  });
  if (!(answer instanceof KeyRefused)) return undefined;
  return { field: 'secretKey', message: `${answer.message}.` };
}

/** A reference can be used once, so each attempt has its own: TP-7K4Q2.5f0c2a9b. */
const toTransactionReference = (orderReference: string) =>
  `${orderReference}.${randomBytes(4).toString('hex')}`;

/** Returns the order of a reference, or undefined if this site did not create it. */
const toOrderReference = (reference = '') => /^([\w-]+)\.[\da-f]{8}$/.exec(reference)?.[1];

function isSignedByPaystack({ body, headers }: RawNotification, secretKey: string): boolean {
  const expected = createHmac('sha512', secretKey).update(body).digest('hex');
  return isSameSignature(headers['x-paystack-signature'] ?? '', expected);
}

/** Events name their transaction in one of three fields. */
const webhook = z.object({
  event: z.string(),
  data: z.looseObject({
    reference: z.string().optional().catch(undefined),
    transaction_reference: z.string().optional().catch(undefined),
    transaction: z.object({ reference: z.string() }).optional().catch(undefined),
  }),
});

/** Returns an event, its content and its transaction, or undefined. */
function readEvent({ body }: RawNotification) {
  const { event, data } = webhook.safeParse(parseJson(body)).data ?? {};
  const reference =
    data?.transaction?.reference || data?.transaction_reference || data?.reference || undefined;
  return { event, data, reference };
}

const idText = z.union([z.string(), z.number()]).transform(String);
const optionalId = idText.optional().catch(undefined);
const refundNews = z.object({
  amount: z.coerce.number().int().positive(),
  id: optionalId,
  refund_reference: optionalId,
});
const disputeNews = z.object({
  id: idText,
  dueAt: z.iso
    .datetime({ offset: true })
    .transform((at) => new Date(at))
    .optional()
    .catch(undefined),
});

/** What an event says about a refund. Its other statuses mean that it is on its way. */
const refundOutcomes = {
  'refund.pending': 'sent',
  'refund.processing': 'sent',
  'refund.needs-attention': 'stuck',
  'refund.processed': 'refunded',
  'refund.failed': 'failed',
} as const;

/** Reads what an event says about a refund or a dispute. */
function readNews(event: string | undefined, data: unknown): PaymentNews | undefined {
  const outcome = refundOutcomes[event as keyof typeof refundOutcomes];
  if (outcome) {
    const refund = refundNews.safeParse(data).data;
    const refundId = refund && (refund.id || refund.refund_reference || undefined);
    return refund && { kind: 'refund', outcome, amountCents: refund.amount, refundId };
  }
  if (!event?.startsWith('charge.dispute.')) return undefined;
  const dispute = disputeNews.safeParse(data).data;
  const isResolved = event === 'charge.dispute.resolve';
  return dispute && { kind: 'dispute', disputeId: dispute.id, dueAt: dispute.dueAt, isResolved };
}

const opened = z.object({ authorization_url: z.url({ protocol: /^https?$/ }) });

async function initialize(api: PaystackApi, request: PaymentRequest): Promise<PaymentStart> {
  const transactionReference = toTransactionReference(request.orderReference);
  const { isDone, message, data } = await callPaystack(api, '/transaction/initialize', {
    email: request.buyer.email,
    amount: request.amountCents,
    currency: 'ZAR',
    reference: transactionReference,
    callback_url: request.returnUrl,
    metadata: { cancel_action: request.cancelUrl, order_reference: request.orderReference },
  });
  const { success, data: transaction } = opened.safeParse(data);
  if (!isDone || !success) throw new ProviderUnavailable(`${label} opens no payment: ${message}`);
  return { kind: 'redirect', transactionReference, url: transaction.authorization_url };
}

const transactionSchema = z.object({
  reference: z.string(),
  status: z.string(),
  amount: z.unknown(),
  requested_amount: z.unknown().optional(),
  currency: z.string(),
});

/** Returns the payment of a transaction, or undefined if it names no amount in cents. */
function readPayment(
  { reference, amount, requested_amount, currency }: z.output<typeof transactionSchema>,
  orderReference: string,
): ProvenPayment | undefined {
  const inCents = (value: unknown) => z.int().positive().safeParse(value).data;
  const amountCents = inCents(amount);
  if (!amountCents) return undefined;
  const requestedCents = inCents(requested_amount);
  return {
    providerPaymentId: reference,
    orderReference,
    amountCents,
    ...(requestedCents && { requestedCents }),
    currency,
  };
}

/** The final statuses of a payment, apart from `success`. */
const lostStatuses = ['failed', 'reversed'];

/** The response codes for an unknown reference. */
const unknownReference = [200, 400, 404];

/** Asks Paystack for the outcome of a transaction. Returns undefined while it is open. */
async function askAbout(
  api: PaystackApi,
  reference: string,
  orderReference: string,
): Promise<PaymentVerdict | undefined> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const { isDone, status, message, data } = await callPaystack(api, path);
  if (!isDone && unknownReference.includes(status)) {
    return refused('not-confirmed', `Paystack does not know the payment (${message}).`);
  }
  const { success, data: transaction } = transactionSchema.safeParse(data);
  if (!isDone || !success) throw new ProviderUnavailable(`${label} answered ${status}: ${message}`);
  if (transaction.reference !== reference) {
    return refused('not-confirmed', 'Paystack describes another payment.');
  }
  if (lostStatuses.includes(transaction.status)) {
    return refused('not-complete', `Paystack says that the payment is ${transaction.status}.`);
  }
  if (transaction.status !== 'success') return undefined;
  const payment = readPayment(transaction, orderReference);
  if (!payment) return refused('bad-amount', 'Paystack names no amount in cents.');
  return { outcome: 'paid', payment };
}

const refundData = z.object({ id: z.coerce.string(), status: z.string().optional() });

async function sendRefund(
  api: PaystackApi,
  { providerPaymentId, amountCents, reason }: RefundRequest,
): Promise<RefundResult> {
  const answered = await callPaystack(api, '/refund', {
    transaction: providerPaymentId,
    amount: amountCents,
    currency: 'ZAR',
    customer_note: reason,
    merchant_note: reason,
  }).catch(() => undefined);
  if (!answered) {
    const message =
      'Paystack did not answer. Check its dashboard before you try again: the money may have been sent.';
    return { outcome: 'unknown', message };
  }
  if (!answered.isDone) {
    return {
      outcome: 'refused',
      message: `Paystack did not refund the payment: ${answered.message}`,
    };
  }
  const { data } = refundData.safeParse(answered.data);
  if (data?.status === 'failed') {
    return { outcome: 'refused', message: 'Paystack says that the refund failed.' };
  }
  return { outcome: data?.status === 'processed' ? 'refunded' : 'sent', refundId: data?.id };
}
