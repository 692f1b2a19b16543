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
