import type { PayfastSettings } from '#platform/config/payments.ts';
import { callProvider, defaultTimeoutMs } from './call-provider.ts';
import { sendPayfastRefund } from './payfast-refund.ts';
import { isSignedByPayfast, signedPart, signForm, toFieldText } from './payfast-signature.ts';
import {
  type KeyFault,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentVerdict,
  ProviderUnavailable,
  type RawNotification,
  refused,
} from './provider.ts';

const label = 'PayFast';

interface PayfastOptions {
  timeoutMs?: number;
  now?: () => Date;
}

/** PayFast: the browser posts a signed form, and PayFast posts a signed notification (ITN). */
export function createPayfast(
  settings: PayfastSettings,
  { timeoutMs = defaultTimeoutMs, now = () => new Date() }: PayfastOptions = {},
): PaymentProvider {
  return {
    name: 'payfast',
    label,
    isTest: settings.isTest,
    checkoutOrigins: settings.checkoutOrigins,
    async start(request) {
      const fields = toFormFields(settings, request);
      return {
        kind: 'form',
        transactionReference: request.orderReference,
        action: `${settings.url}/eng/process`,
        fields: [...fields, ['signature', signForm(fields, settings.passphrase)]],
      };
    },
    readNotification(raw) {
      const fields = new URLSearchParams(signedPart(raw.body));
      const claimed = judge(settings, raw);
      return {
        providerPaymentId: fields.get('pf_payment_id') || undefined,
        orderReference: fields.get('m_payment_id') || undefined,
        isAuthentic: isSignedByPayfast(raw.body, settings.passphrase),
        isAboutPayment: true,
        claim: claimed.outcome === 'paid' ? claimed.payment : undefined,
      };
    },
    async verify(raw) {
      const verdict = judge(settings, raw);
      if (verdict.outcome === 'refused' || (await isConfirmed(settings, raw, timeoutMs))) {
        return verdict;
      }
      return refused('not-confirmed', 'PayFast says that it did not send this notification.');
    },
    check: (siteUrl) => checkKeys(settings, siteUrl, timeoutMs),
    async refund(request) {
      const { apiUrl } = settings;
      if (!apiUrl) {
        return { outcome: 'unsupported', message: 'PayFast’s sandbox can’t refund payments.' };
      }
      return sendPayfastRefund({ ...settings, apiUrl }, request, { timeoutMs, now });
    },
  };
}

/**
 * Posts the form of a payment, as a browser does, to see whether PayFast takes its keys. No one
 * pays it.
 */
async function checkKeys(
  settings: PayfastSettings,
  siteUrl: string,
  timeoutMs: number,
): Promise<KeyFault | undefined> {
  const fields = toFormFields(settings, {
    orderReference: 'KEY-TEST',
    amountCents: 1_000,
    itemName: 'Test of the keys',
    buyer: { firstName: '', email: '' },
    returnUrl: siteUrl,
    cancelUrl: siteUrl,
    notifyUrl: siteUrl,
  });
  const answer = await callProvider(`${settings.url}/eng/process`, {
    label,
    timeoutMs,
    method: 'POST',
    // PayFast redirects to the page on which people pay.
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([...fields, ['signature', signForm(fields, settings.passphrase)]]),
  });
  if (answer.status < 400) return undefined;
  const words = answer.body.toLowerCase();
  const names = (...some: string[]) => some.some((name) => words.includes(name));
  if (names('merchant_id', 'merchant id'))
    return { field: 'merchantId', message: 'PayFast does not know this merchant ID.' };
  if (names('merchant_key', 'merchant key'))
    return { field: 'merchantKey', message: 'This is not the merchant key of this account.' };
  if (names('signature')) {
    const message =
      'PayFast does not accept the signature. The passphrase must be the one in PayFast’s settings.';
    return { field: 'passphrase', message };
  }
  return { field: '', message: `PayFast does not accept these keys (${answer.status}).` };
}

/** Returns the fields that are not blank, in the order of PayFast's documentation. */
function toFormFields(
  { merchantId, merchantKey }: PayfastSettings,
  { buyer, ...request }: PaymentRequest,
): [name: string, value: string][] {
  const email = toFieldText(buyer.email, 255);
  const fields: [string, string][] = [
    ['merchant_id', merchantId],
    ['merchant_key', merchantKey],
    ['return_url', request.returnUrl],
    ['cancel_url', request.cancelUrl],
    ['notify_url', request.notifyUrl],
    ['name_first', toFieldText(buyer.firstName, 100)],
    ['name_last', toFieldText(buyer.lastName ?? '', 100)],
    // PayFast takes 100 characters. Without an address it asks the buyer for one; a cut one would be wrong.
    ['email_address', email.length > 100 ? '' : email],
    ['m_payment_id', request.orderReference],
    ['amount', toAmount(request.amountCents)],
    ['item_name', toFieldText(request.itemName, 100)],
  ];
  return fields.filter(([, value]) => value !== '');
}

/** Writes cents as PayFast does: 100000 is 1000.00. */
export function toAmount(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('Not an amount in cents');
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Parses an amount such as 1000.00 as cents, without floating point. Undefined for anything else. */
export function parseAmount(text: string): number | undefined {
  const [, rand, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return rand === undefined ? undefined : Number(rand + cents.padEnd(2, '0'));
}

/** Checks everything that can be checked without PayFast. */
function judge(settings: PayfastSettings, { body }: RawNotification): PaymentVerdict {
  if (!isSignedByPayfast(body, settings.passphrase)) {
    return refused(
      'bad-signature',
      'The signature of the notification is wrong, so it may be forged.',
    );
  }
  const fields = new URLSearchParams(signedPart(body));
  const value = (name: string) => fields.get(name) ?? '';
  const [providerPaymentId, orderReference] = [value('pf_payment_id'), value('m_payment_id')];
  if (!providerPaymentId || !orderReference) {
    return refused('unreadable', 'The notification names no payment or no order.');
  }
  if (value('merchant_id') !== settings.merchantId) {
    return refused('other-merchant', 'The money went to another PayFast account.');
  }
  if (value('payment_status') !== 'COMPLETE') {
    const status = value('payment_status') || 'unknown';
    return refused('not-complete', `PayFast says that the payment’s status is ${status}.`);
  }
  const amountCents = parseAmount(value('amount_gross'));
  if (!amountCents) return refused('bad-amount', 'The notification names no amount.');
  const payment = { providerPaymentId, orderReference, amountCents, currency: 'ZAR' };
  return { outcome: 'paid', payment };
}

/** Asks PayFast whether it sent a notification. Throws `ProviderUnavailable` without a clear yes or no. */
async function isConfirmed(
  { url }: PayfastSettings,
  { body }: RawNotification,
  timeoutMs: number,
): Promise<boolean> {
  const answer = await callProvider(`${url}/eng/query/validate`, {
    label,
    timeoutMs,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: signedPart(body),
  });
  const word = answer.status === 200 ? answer.body.trim() : '';
  if (word === 'VALID') return true;
  if (word === 'INVALID') return false;
  throw new ProviderUnavailable(`${label} answered ${answer.status} and confirmed nothing`);
}
