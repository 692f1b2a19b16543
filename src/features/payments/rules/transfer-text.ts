import { type BankDetails, listBankRows } from '#rules/bank-rows.ts';
import { formatRand } from '#rules/money.ts';

/** Returns the details of a transfer as plain text, one per line, for the QR code. */
export const toTransferText = (
  bank: BankDetails,
  { reference, amountCents }: { reference: string; amountCents: number },
): string =>
  [
    ...listBankRows(bank),
    { label: 'Amount', value: formatRand(amountCents).replaceAll('\u00A0', ' ') },
    { label: 'Reference', value: reference },
  ]
    .flatMap(({ label, value }) => (value ? [`${label}: ${value}`] : []))
    .join('\n');

/** Returns how to pay from another country: by transfer where there is a SWIFT code, or online. */
export function describeFromAbroad(
  { amountCents, providers }: { amountCents: number; providers: readonly unknown[] },
  { swift }: Pick<BankDetails, 'swift'>,
): string {
  if (swift)
    return `From another country: use the SWIFT code, send rand, and pay the fees of all banks, so that the full ${formatRand(amountCents)} arrives.`;
  const online = providers.length > 0 ? ' From another country, pay online.' : '';
  return `For transfers from a bank in South Africa.${online}`;
}
