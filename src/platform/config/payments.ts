import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

const onOff = z
  .enum(['on', 'off', 'true', 'false'], 'must be on or off')
  .transform((value) => value === 'on' || value === 'true');

const address = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://pay.example.com' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** Every variable of the environment about payments. */
export const paymentVariables = z.object({
  PAYFAST_MERCHANT_ID: z.string().regex(/^\d+$/, 'must be a number').optional(),
  PAYFAST_MERCHANT_KEY: z.string().optional(),
  PAYFAST_PASSPHRASE: z.string().optional(),
  PAYFAST_SANDBOX: onOff.optional(),
  PAYFAST_URL: address.optional(),
  PAYFAST_API_URL: address.optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\w+$/, 'must begin with sk_test_ or sk_live_')
    .optional(),
  PAYSTACK_URL: address.optional(),
  PAYMENTS_TEST: onOff.default(false),
});
type Variables = z.output<typeof paymentVariables>;

/** They go together: without the passphrase anyone could sign a form. */
export const payfastKeys = [
  'PAYFAST_MERCHANT_ID',
  'PAYFAST_MERCHANT_KEY',
  'PAYFAST_PASSPHRASE',
] as const;

export interface PayfastSettings {
  merchantId: string;
  merchantKey: string;
  passphrase: string;
  /** Where forms and questions go, without a slash at its end. */
  url: string;
  /** Where refunds go. Undefined for the sandbox, which has none. */
  apiUrl: string | undefined;
  /** The form's origin, and those that it is redirected to. */
  checkoutOrigins: string[];
  isTest: boolean;
}

export interface PaystackSettings {
  secretKey: string;
  url: string;
  checkoutOrigins: string[];
  isTest: boolean;
}

/** A provider without keys is undefined: the site does not offer it. */
export interface PaymentSettings {
  payfast: PayfastSettings | undefined;
  paystack: PaystackSettings | undefined;
  /** Whether a public site may use test keys. */
  allowsTestKeys: boolean;
}

/** Keys that the mentor has entered in the admin, by provider. */
export interface EnteredKeys {
  payfast?: { merchantId: string; merchantKey: string; passphrase: string; isSandbox: boolean };
  paystack?: { secretKey: string };
}

/** Returns the providers that have keys. */
export const toPaymentSettings = (values: Variables): PaymentSettings => ({
  payfast: toPayfast(values),
  paystack: toPaystack(values),
  allowsTestKeys: values.PAYMENTS_TEST,
});

/** Returns the providers that have keys, with those that were entered in the admin. The environment wins. */
export function withEnteredKeys(
  values: Variables,
  { payfast, paystack }: EnteredKeys,
): PaymentSettings {
  const own = toPaymentSettings(values);
  return toPaymentSettings({
    ...values,
    ...(payfast &&
      !own.payfast && {
        PAYFAST_MERCHANT_ID: payfast.merchantId,
        PAYFAST_MERCHANT_KEY: payfast.merchantKey,
        PAYFAST_PASSPHRASE: payfast.passphrase,
        PAYFAST_SANDBOX: payfast.isSandbox || values.PAYFAST_SANDBOX,
      }),
    ...(paystack && !own.paystack && { PAYSTACK_SECRET_KEY: paystack.secretKey }),
  });
}

/** PayFast's sandbox lets everybody in with this account. */
const publicSandboxMerchant = '10000100';

const liveUrl = 'https://www.payfast.co.za';
const sandboxUrl = 'https://sandbox.payfast.co.za';

/** PayFast redirects the posted form to its newer host. */
const newerOrigins: Record<string, string[]> = { [liveUrl]: ['https://payment.payfast.io'] };

function toPayfast(values: Variables): PayfastSettings | undefined {
  const [merchantId, merchantKey, passphrase] = payfastKeys.map((name) => values[name]);
  if (!merchantId || !merchantKey || !passphrase) return undefined;
  const isSandbox = values.PAYFAST_SANDBOX ?? merchantId === publicSandboxMerchant;
  const url = values.PAYFAST_URL ?? (isSandbox ? sandboxUrl : liveUrl);
  const { origin, hostname } = new URL(url);
  const isLiveHost = /(^|\.)payfast\.(co\.za|io)$/.test(hostname) && !hostname.includes('sandbox');
  return {
    merchantId,
    merchantKey,
    passphrase,
    url,
    apiUrl: values.PAYFAST_API_URL ?? (url === liveUrl ? 'https://api.payfast.co.za' : undefined),
    checkoutOrigins: [origin, ...(newerOrigins[origin] ?? [])],
    isTest: isSandbox || merchantId === publicSandboxMerchant || !isLiveHost,
  };
}

const paystackUrl = 'https://api.paystack.co';

function toPaystack(values: Variables): PaystackSettings | undefined {
  const { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_URL: url = paystackUrl } = values;
  if (!secretKey) return undefined;
  const isPaystack = url === paystackUrl;
  return {
    secretKey,
    url,
    checkoutOrigins: [isPaystack ? 'https://checkout.paystack.com' : new URL(url).origin],
    isTest: secretKey.startsWith('sk_test_') || !isPaystack,
  };
}

/**
 * Throws a `ConfigError` if visitors of a public site would pay with test keys: they would get
 * what they ordered for nothing.
 */
export function requireLiveKeys(settings: PaymentSettings, siteUrl: string): void {
  if (settings.allowsTestKeys || !isPublicSite(siteUrl)) return;
  const withTestKeys = [
    settings.payfast?.isTest && 'PAYFAST_MERCHANT_ID is a test account',
    settings.paystack?.isTest && 'PAYSTACK_SECRET_KEY is a test key',
  ].filter((problem) => typeof problem === 'string');
  if (withTestKeys.length === 0) return;
  throw new ConfigError(
    `SITE_URL is public, but ${withTestKeys.join(' and ')}: orders would be paid with play money. ` +
      'Set live keys, or PAYMENTS_TEST=true to try it out.',
  );
}

/** Whether a provider with these keys may take payments on a site: test keys only where no visitor pays. */
export const allowsKeys = (
  { allowsTestKeys }: Pick<PaymentSettings, 'allowsTestKeys'>,
  { isTest }: { isTest: boolean },
  siteUrl: string,
): boolean => !isTest || allowsTestKeys || !isPublicSite(siteUrl);

const privateNames = /(^|\.)(localhost|test|local|internal)$/;

/** Returns whether visitors reach a site from the internet: not by a private name or address. */
function isPublicSite(siteUrl: string): boolean {
  const host = new URL(siteUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (!ipaddr.isValid(host)) return !privateNames.test(host);
  return ipaddr.process(host).range() === 'unicast';
}
