import type { Document } from '#features/documents/rules/document.ts';
import { documentSeries, formatDocumentNumber } from '#features/documents/rules/document-number.ts';
import { lacksBuyerAddress } from '#features/documents/rules/invoice-details.ts';
import { toStoredDocument } from '#features/documents/rules/stored-document.ts';
import type { LedgerKeeper, LedgerPayment } from '#features/ledger/server/index.ts';
import { mentorDay, type ResolvedSettings } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { OrderRow } from '#platform/db/schema/order-schema.ts';
import { standardVatRate, vatOfPart, vatWithin } from '#rules/vat.ts';
import {
  type DocumentRow,
  findLastReceipt,
  insertDocument,
  listDocumentsOf,
  takeNumber,
} from './queries/documents.ts';

interface DocumentOf {
  order: OrderRow;
  settings: ResolvedSettings;
  now: Date;
  /** When the buyer paid or was refunded, if that was earlier. */
  paidAt?: Date;
  /** How the buyer paid or was refunded, in words. */
  method: string;
  totalCents: number;
  /** The payment of a receipt, for the ledger. Both are written together, because the series is locked. */
  entries?: LedgerPayment[];
}

interface DocumentDeps {
  ledger: Pick<LedgerKeeper, 'record'>;
}

type About = Pick<Document, 'kind' | 'seller' | 'lines' | 'vat' | 'reversedNumber' | 'reason'>;

/** Stores a document under the next number of its series. Call it last: the series is locked until the transaction ends. */
async function issue(
  { ledger }: DocumentDeps,
  transaction: Transaction,
  { order, settings, now, paidAt = now, method, totalCents, entries = [] }: DocumentOf,
  about: About,
): Promise<string> {
  const { kind } = about;
  const series = documentSeries(kind);
  const year = Number(mentorDay(now, settings.booking).slice(0, 4));
  const sequence = await takeNumber(transaction, { series, year });
  await ledger.record({
    numbers: [{ series, year, lastNumber: sequence }],
    payments: entries,
  });
  const number = formatDocumentNumber({ series, year, sequence });
  const data = toStoredDocument({
    ...about,
    number,
    issuedAt: now,
    timeZone: settings.booking.timeZone,
    totalCents,
    buyer: {
      name: order.buyerName ?? order.name ?? '',
      email: order.email ?? '',
      ...(order.buyerCompany && { company: order.buyerCompany }),
      ...(order.buyerAddress && { address: order.buyerAddress }),
      ...(order.buyerVatNumber && { vatNumber: order.buyerVatNumber }),
    },
    payment: { method, paidAt, reference: order.reference },
  });
  await insertDocument(transaction, { number, kind, orderId: order.id, issuedAt: now, data });
  return number;
}

/** Returns the VAT within an amount at the standard rate. */
const standardVat = (totalCents: number) => ({
  rateBasisPoints: standardVatRate,
  vatCents: vatWithin(totalCents, standardVatRate),
});

/**
 * Issues a receipt, or a tax invoice if the seller has a VAT number. Money that a provider reports for an
 * order without the address that a tax invoice needs gets a plain receipt: the settings were changed after
 * the payment began. Returns its number.
 */
export function issueReceipt(
  deps: DocumentDeps,
  transaction: Transaction,
  document: DocumentOf,
): Promise<string> {
  const { order, settings } = document;
  const { legalName: name, vatNumber, ...seller } = settings.payments.seller;
  const isTaxInvoice = vatNumber && !lacksBuyerAddress(order, settings.payments.seller);
  const { phone, email } = settings.site;
  return issue(deps, transaction, document, {
    kind: isTaxInvoice ? 'tax invoice' : 'receipt',
    seller: { ...seller, name, phone, email, ...(vatNumber && { vatNumber }) },
    lines: [{ description: order.item.title, quantity: 1, unitCents: order.amountCents }],
    ...(isTaxInvoice && { vat: standardVat(document.totalCents) }),
  });
}

/**
 * Issues a credit note for the last receipt of an order, with the seller and the VAT of that receipt.
 * Returns its number.
 */
export async function issueCreditNote(
  deps: DocumentDeps,
  transaction: Transaction,
  { reason, ...document }: DocumentOf & { reason: string },
): Promise<string> {
  const receipt = await findLastReceipt(transaction, document.order.id);
  if (!receipt) throw new Error('An order without a receipt can get no credit note');
  const description = `Refund: ${document.order.item.title}`;
  return issue(deps, transaction, document, {
    kind: 'credit note',
    reversedNumber: receipt.number,
    reason,
    seller: receipt.data.seller,
    lines: [{ description, quantity: 1, unitCents: document.totalCents }],
    ...(receipt.data.vat && {
      vat: await creditVat(transaction, receipt, receipt.data.vat, document.totalCents),
    }),
  });
}

/** Returns the VAT of a credit note, after those that the same receipt has already. */
async function creditVat(
  transaction: Transaction,
  { number, orderId, data }: DocumentRow,
  vat: NonNullable<Document['vat']>,
  totalCents: number,
) {
  const documents = await listDocumentsOf(transaction, orderId);
  const earlier = documents.filter((one) => one.data.reversedNumber === number);
  const sum = (read: (one: DocumentRow) => number) =>
    earlier.reduce((total, one) => total + read(one), 0);
  const before = {
    totalCents: sum((one) => one.data.totalCents),
    vatCents: sum((one) => one.data.vat?.vatCents ?? 0),
  };
  const invoice = { ...vat, totalCents: data.totalCents };
  return { ...vat, vatCents: vatOfPart(invoice, before, totalCents) };
}
