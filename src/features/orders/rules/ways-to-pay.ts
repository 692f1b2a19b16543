import { listSamples } from '#rules/sample.ts';

/** The companies that can take payments for the site. */
export type ProviderName = 'payfast' | 'paystack';

export type WayToPay = 'bank' | ProviderName;

/** What the settings say of payments, as far as it matters here. */
interface PaymentDetails {
  seller: object;
  /** `accountNumber` is empty if the mentor takes no transfers. */
  bank: { accountNumber: string };
}

/**
 * Returns how visitors can pay. With none, payments are not set up and the site takes no orders.
 * Samples count only on a local site, and without the real seller nobody can pay at all: the law wants
 * the seller named before anything is paid. `providers` are those with keys. Samples are known on the
 * server only.
 */
export function waysToPay(
  { seller, bank }: PaymentDetails,
  providers: readonly ProviderName[],
  isLocal: boolean,
): WayToPay[] {
  const isReal = (facts: object) => isLocal || listSamples(facts).length === 0;
  if (!isReal(seller)) return [];
  return [...(bank.accountNumber && isReal(bank) ? (['bank'] as const) : []), ...providers];
}
