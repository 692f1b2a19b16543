import type { StoredDocument } from './stored-document.ts';

/** Returns whether a document is an invoice from before the payment. */
export const isInvoice = ({ kind, payment }: StoredDocument): boolean =>
  (kind === 'invoice' || kind === 'tax invoice') && !payment;

const sumCents = (documents: readonly StoredDocument[]) =>
  documents.reduce((sum, { totalCents }) => sum + totalCents, 0);

/**
 * Returns what of an invoice is neither paid nor taken back. Receipts that name it are payments, unless a credit
 * note corrects them. A credit note without a payment takes it back. `all`: the documents of the order.
 */
export function unpaidCents(
  { number, totalCents }: Pick<StoredDocument, 'number' | 'totalCents'>,
  all: readonly StoredDocument[],
): number {
  const receipts = all.filter(({ invoiceNumber }) => invoiceNumber === number);
  const undone = all.filter(({ reversedNumber }) =>
    receipts.some((receipt) => receipt.number === reversedNumber),
  );
  const takenBack = all.filter((one) => one.reversedNumber === number && !one.payment);
  return totalCents - sumCents(receipts) + sumCents(undone) - sumCents(takenBack);
}
