import { listSamples } from '#rules/sample.ts';

/** By bank transfer, or through a company that takes payments. */
export type WayToPay = 'bank' | 'payfast' | 'paystack';

/** The settings of payments, as far as they matter here. */
interface PaymentDetails {
  seller: object;
  /** `accountNumber` is empty if the mentor takes no transfers. */
  bank: { accountNumber: string };
}

/**
 * Returns how visitors can pay. With no way, payments are not set up and the site takes no orders.
 * Samples count only on a local site, and without the real seller nobody can pay at all: the law wants
 * the seller named before anything is paid. `providers` are those with keys. Samples are known on the
 * server only.
 */
export function waysToPay(
  { seller, bank }: PaymentDetails,
  providers: readonly Exclude<WayToPay, 'bank'>[],
  isLocal: boolean,
): WayToPay[] {
  const isReal = (facts: object) => isLocal || listSamples(facts).length === 0;
  if (!isReal(seller)) return [];
  return [...(bank.accountNumber && isReal(bank) ? (['bank'] as const) : []), ...providers];
}
