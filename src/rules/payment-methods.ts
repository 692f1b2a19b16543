import { listSamples } from './sample.ts';

/** By bank transfer, or through a company that takes payments. */
export type PaymentMethod = 'bank' | 'payfast' | 'paystack';

/** The payment settings that matter here. */
interface PaymentDetails {
  seller: object;
  /** `accountNumber` is empty if the mentor takes no transfers. */
  bank: { accountNumber: string };
}

/**
 * Returns how visitors can pay. Without any way, payments are not set up and the site takes no orders.
 * Sample details count only on a local site. Without a real seller there is no way to pay, because the
 * law requires the seller's name before a payment. `providers` are those with keys. Only the server
 * knows samples.
 */
export function listPaymentMethods(
  { seller, bank }: PaymentDetails,
  providers: readonly Exclude<PaymentMethod, 'bank'>[],
  isLocal: boolean,
): PaymentMethod[] {
  const isReal = (facts: object) => isLocal || listSamples(facts).length === 0;
  if (!isReal(seller)) return [];
  return [...(bank.accountNumber && isReal(bank) ? (['bank'] as const) : []), ...providers];
}

/** How money arrived: through a provider, on the bank statement, or marked by the mentor. */
export const paymentSources = ['payfast', 'paystack', 'bank', 'manual'] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** The companies that take payments for the site. */
export const providerNames = ['payfast', 'paystack'] as const;
export type ProviderName = (typeof providerNames)[number];

const paymentMethodNames: Record<PaymentSource, string> = {
  payfast: 'PayFast',
  paystack: 'Paystack',
  bank: 'Bank transfer',
  manual: 'Paid directly',
};

/** Returns the name of a way to pay. */
export const paymentMethodName = (way: PaymentSource): string => paymentMethodNames[way];
