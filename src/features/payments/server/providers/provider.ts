import type { ProviderName } from '#rules/payment-methods.ts';

/** A payment service: it starts payments, verifies notifications and sends money back. */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Its name for readers. */
  readonly label: string;
  /** Whether its keys move test money only. */
  readonly isTest: boolean;
  /** The origins of a form that starts a payment, including redirects: for the page's `form-action`. */
  readonly checkoutOrigins: readonly string[];
  /** Prepares a payment. Throws `ProviderUnavailable`, also if the provider refuses the request. */
  start(request: PaymentRequest): Promise<PaymentStart>;
  /** Reads a notification without asking the provider: enough to store it, not to believe it. */
  readNotification(raw: RawNotification): NotificationReading;
  /**
   * Decides whether a notification is true. The caller still checks the order's reference, amount and
   * currency, and whether the payment is new. Throws `ProviderUnavailable` while that is unknown.
   */
  verify(raw: RawNotification): Promise<PaymentVerdict>;
  /**
   * Asks about a payment without a notification. Returns undefined while it is not paid. Throws
   * `ProviderUnavailable`. Only providers that can be asked have it. Paystack adds the transaction's
   * reference to the return address as `reference`; an invented one finds nothing.
   */
  findPayment?(transactionReference: string): Promise<ProvenPayment | undefined>;
  /**
   * Asks the provider whether it accepts the keys. Returns what is wrong with them, or undefined. Throws
   * `ProviderUnavailable`. `siteUrl` is an address that the provider accepts in a payment.
   */
  check(siteUrl: string): Promise<KeyFault | undefined>;
  /** Sends money back. Never throws. It is not idempotent, so it must not be retried automatically. */
  refund(request: RefundRequest): Promise<RefundResult>;
}

/** What is wrong with a key. `field` is its field in the form, or empty. `message` is for the mentor. */
export interface KeyFault {
  field: string;
  message: string;
}

export interface PaymentRequest {
  /** As people read it aloud, such as TP-7K4Q2. */
  orderReference: string;
  /** In ZAR cents. */
  amountCents: number;
  /** What is bought, in a few words. */
  itemName: string;
  buyer: { firstName: string; lastName?: string | undefined; email: string };
  /** Where the browser goes after paying. It proves nothing. */
  returnUrl: string;
  /** Where the browser goes when the buyer gives up. */
  cancelUrl: string;
  /** Where the provider sends notifications, if it lets a payment say so. */
  notifyUrl: string;
}

/** How the browser reaches the provider. `transactionReference` identifies this attempt. */
export type PaymentStart =
  | {
      kind: 'form';
      transactionReference: string;
      action: string;
      /** To be posted as they are and in this order: the signature covers both. */
      fields: [name: string, value: string][];
    }
  | { kind: 'redirect'; transactionReference: string; url: string };

/** A notification as it arrived. */
export interface RawNotification {
  body: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
}

/** What a notification claims. */
export interface NotificationReading {
  /** Undefined if it names none. */
  providerPaymentId: string | undefined;
  /** Undefined if it names none. */
  orderReference: string | undefined;
  /** Whether the signature is right. */
  isAuthentic: boolean;
  /** False for an event about something else, such as a transfer: there is nothing to verify. */
  isAboutPayment: boolean;
  /** The payment that a rightly signed notification reports. Not to be believed before `verify`. */
  claim: ProvenPayment | undefined;
  /** What a rightly signed notification says about an earlier payment. Its signature is proof enough. */
  news?: PaymentNews | undefined;
}

/** What became of a refund, or of a payment that its buyer disputes. `stuck`: the provider needs the mentor. */
export type PaymentNews =
  | {
      kind: 'refund';
      outcome: 'sent' | 'stuck' | 'refunded' | 'failed';
      amountCents: number;
      refundId: string | undefined;
    }
  | { kind: 'dispute'; disputeId: string; dueAt: Date | undefined; isResolved: boolean };

export interface ProvenPayment {
  /** The provider's unique id of the payment. */
  providerPaymentId: string;
  orderReference: string;
  /** What the buyer paid. */
  amountCents: number;
  /** What the site asked for, if the provider says so. The buyer pays more if they pay its fees. */
  requestedCents?: number | undefined;
  /** ISO 4217, such as ZAR. */
  currency: string;
}

export type RefusalCode =
  | 'unreadable'
  | 'bad-signature'
  | 'other-merchant'
  | 'not-complete'
  | 'bad-amount'
  | 'not-confirmed'
  | 'not-a-payment';

/** `reason` is a sentence for the mentor. */
export type PaymentVerdict =
  | { outcome: 'paid'; payment: ProvenPayment }
  | { outcome: 'refused'; code: RefusalCode; reason: string };

export interface RefundRequest {
  providerPaymentId: string;
  /** In ZAR cents: all of the payment, or a part. */
  amountCents: number;
  /** For the buyer's and the provider's records. */
  reason: string;
}

/**
 * `sent`: the provider accepted the request, and a notification says later whether the money went back.
 * `unknown`: the provider received the request and did not answer, so the money may have been sent.
 * `message` is for the mentor.
 */
export type RefundResult =
  | { outcome: 'refunded' | 'sent'; refundId: string | undefined }
  | { outcome: 'refused' | 'unsupported' | 'unknown'; message: string };

/** The provider gives no usable answer. The call can be retried later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export const refused = (code: RefusalCode, reason: string): PaymentVerdict => ({
  outcome: 'refused',
  code,
  reason,
});
