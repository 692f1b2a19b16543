import { type ProviderName, providerNames } from '#rules/payment-methods.ts';
import { z } from '#rules/zod.ts';

const key = (message: string) =>
  z.string(message).trim().max(200, 'This key is too long.').regex(/^\S+$/, message);

/** The password of the signed-in account. */
const currentPassword = z.string('Enter your password.').min(1, 'Enter your password.');

/** The keys of a PayFast account. */
export const payfastKeyFields = z.object({
  merchantId: key('Enter the merchant ID.').regex(/^\d*$/, 'A merchant ID has digits only.'),
  merchantKey: key('Enter the merchant key.'),
  passphrase: key('Enter the passphrase.'),
  isSandbox: z.boolean().default(false),
});

/** The key of a Paystack account. */
export const paystackKeyFields = z.object({
  secretKey: key('Enter the secret key.').regex(
    /^sk_(?:test|live)_\w+$/,
    'A secret key begins with sk_live_ or sk_test_.',
  ),
});

/** The body of `PUT /api/payment_keys/payfast`. */
export const payfastKeyForm = payfastKeyFields.extend({ currentPassword });

/** The body of `PUT /api/payment_keys/paystack`. */
export const paystackKeyForm = paystackKeyFields.extend({ currentPassword });

/** The path of a provider's keys. */
export const keyParam = z.object({ provider: z.enum(providerNames, 'Unknown provider.') });

/** A provider as its settings page shows it. Secret keys are never sent to the browser. */
export interface PaymentKeyStatus {
  name: ProviderName;
  label: string;
  /** environment: set on the server, which wins over what is entered here. */
  source: 'environment' | 'entered' | 'none';
  /** Whether its keys are test keys; null without keys. */
  isTest: boolean | null;
  /** The saved keys cannot be read, or are test keys on a public site. */
  problem: 'unreadable' | 'test-keys' | null;
  /** Part of PayFast's keys, but not secret. */
  merchantId: string | null;
  savedAt: string | null;
  /** Where the provider sends its notifications. */
  notifyUrl: string;
}

/** What a provider says about its keys. */
export interface KeyTest {
  isAccepted: boolean;
  answer: string;
}
