import { isDeepStrictEqual } from 'node:util';
import type { Document, DocumentDue } from '#features/documents/rules/document.ts';
import { documentSeries, formatDocumentNumber } from '#features/documents/rules/document-number.ts';
import { lacksBuyerAddress } from '#features/documents/rules/invoice-details.ts';
import { toPriceLines, toReceiptLines } from '#features/documents/rules/receipt-lines.ts';
import { toStoredDocument } from '#features/documents/rules/stored-document.ts';
import { isInvoice, unpaidCents } from '#features/documents/rules/unpaid-invoice.ts';
import type { LedgerKeeper, LedgerPayment } from '#features/ledger/server/index.ts';
import { mentorDay, type ResolvedSettings } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { OrderRow } from '#platform/db/schema/order-schema.ts';
import { standardVatRate, vatOfPart, vatWithin } from '#rules/vat.ts';
import {
  type DocumentRow,
  findDocument,
  findOpenInvoice,
  findReceipt,
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
  /** How the buyer paid or was refunded, in words. Missing if no money moved. */
  method?: string;
  totalCents: number;
  /** The payment that a receipt is for. */
  paymentId?: string;
  /** The payment of a receipt, for the ledger. Both are written together, because the series is locked. */
  entries?: LedgerPayment[];
}

interface DocumentDeps {
  ledger: Pick<LedgerKeeper, 'record'>;
}

type About = Pick<
  Document,
  'kind' | 'seller' | 'lines' | 'vat' | 'reversedNumber' | 'reason' | 'invoiceNumber' | 'due'
>;

/** Returns what documents say about the buyer of an order. */
const toBuyer = (order: OrderRow) => ({
  name: order.buyerName ?? order.name ?? '',
  email: order.email ?? '',
  ...(order.buyerCompany && { company: order.buyerCompany }),
  ...(order.buyerAddress && { address: order.buyerAddress }),
  ...(order.buyerVatNumber && { vatNumber: order.buyerVatNumber }),
});

/** Stores a document under the next number of its series; of an order paid with test money, a test series. Call it last: the series is locked until the transaction ends. */
async function issue(
  { ledger }: DocumentDeps,
  transaction: Transaction,
  { order, settings, now, paidAt = now, method, totalCents, paymentId, entries = [] }: DocumentOf,
  about: About,
): Promise<string> {
  const { kind } = about;
  const { isTest } = order;
  const series = documentSeries(kind, isTest);
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
    ...(isTest && { isTest }),
    timeZone: settings.booking.timeZone,
    totalCents,
    buyer: toBuyer(order),
    ...(method && { payment: { method, paidAt, reference: order.reference } }),
  });
  await insertDocument(transaction, {
    number,
    kind,
    orderId: order.id,
    paymentId: paymentId ?? null,
    issuedAt: now,
    data,
  });
  return number;
}

/** Returns the VAT within an amount at the standard rate. */
const standardVat = (totalCents: number) => ({
  rateBasisPoints: standardVatRate,
  vatCents: vatWithin(totalCents, standardVatRate),
});

const toSeller = ({ payments, site }: ResolvedSettings) => {
  const { legalName: name, vatNumber, ...seller } = payments.seller;
  return { ...seller, name, phone: site.phone, email: site.email, ...(vatNumber && { vatNumber }) };
};

const toLines = ({ item }: OrderRow, unitCents: number) => [
  { description: item.title, quantity: 1, unitCents },
];

const toOrdered = ({ amountCents, item: { title, voucher } }: OrderRow) => ({
  title,
  amountCents,
  voucher,
});

const isTaxInvoice = ({ order, settings: { payments } }: DocumentOf) =>
  payments.seller.vatNumber !== null && !lacksBuyerAddress(order, payments.seller);

/**
 * Issues a receipt, or a tax invoice if the seller has a VAT number and the order has no invoice yet. Money
 * that a provider reports for an order without the address that a tax invoice needs gets a plain receipt:
 * the settings were changed after the payment began. Returns its number.
 */
export async function issueReceipt(
  deps: DocumentDeps,
  transaction: Transaction,
  document: DocumentOf,
): Promise<string> {
  const { order, settings } = document;
  const invoice = await findOpenInvoice(transaction, order.id);
  const isTax = !invoice && isTaxInvoice(document);
  return issue(deps, transaction, document, {
    kind: isTax ? 'tax invoice' : 'receipt',
    seller: toSeller(settings),
    lines: toReceiptLines({
      ...order,
      ...toOrdered(order),
      receivedCents: document.totalCents,
    }),
    ...(invoice && { invoiceNumber: invoice.number }),
    ...(isTax && { vat: standardVat(document.totalCents) }),
  });
}

type InvoiceOf = Pick<DocumentOf, 'order' | 'settings' | 'now'>;

/**
 * Issues an invoice for what is left to pay of an order: a tax invoice if the seller has a VAT number. Returns its
 * number, or undefined if the order has one that says the same. What is unpaid of another is taken back by a
 * credit note.
 */
export async function issueInvoice(
  deps: DocumentDeps,
  transaction: Transaction,
  { due, ...about }: InvoiceOf & { due: DocumentDue },
): Promise<string | undefined> {
  const { order, settings } = about;
  const totalCents = order.amountCents - order.paidCents;
  const open = await findOpenInvoice(transaction, order.id);
  const all = (await listDocumentsOf(transaction, order.id)).map(({ data }) => data);
  const isAlike = open && isDeepStrictEqual(open.data.buyer, toBuyer(order));
  if (isAlike && unpaidCents(open.data, all) === totalCents) return undefined;
  await cancelInvoice(deps, transaction, { ...about, reason: 'Replaced by another invoice' });
  const document = { ...about, totalCents };
  const isTax = isTaxInvoice(document);
  return issue(deps, transaction, document, {
    kind: isTax ? 'tax invoice' : 'invoice',
    seller: toSeller(settings),
    lines: order.paidCents === 0 ? toPriceLines(toOrdered(order)) : toLines(order, totalCents),
    due,
    ...(isTax && { vat: standardVat(totalCents) }),
  });
}

/** Issues a credit note for what is unpaid of the invoices of an order, if there is any. */
export async function cancelInvoice(
  deps: DocumentDeps,
  transaction: Transaction,
  { reason, ...about }: InvoiceOf & { reason: string },
): Promise<void> {
  const documents = await listDocumentsOf(transaction, about.order.id);
  const all = documents.map(({ data }) => data);
  for (const corrected of documents.filter(({ data }) => isInvoice(data))) {
    const totalCents = unpaidCents(corrected.data, all);
    if (totalCents > 0)
      await credit(deps, transaction, { ...about, totalCents, reason, corrected });
  }
}

/**
 * Issues a credit note for the receipt of a payment, or for the invoice that the receipt is for if the
 * `sale` itself is corrected, with the seller and the VAT of that document. Returns its number.
 */
export async function issueCreditNote(
  deps: DocumentDeps,
  transaction: Transaction,
  {
    corrects,
    ofPayment,
    ...document
  }: DocumentOf & { reason: string; ofPayment: string; corrects: 'receipt' | 'sale' },
): Promise<string> {
  const receipt = await findReceipt(transaction, { orderId: document.order.id, ofPayment });
  if (!receipt) throw new Error('An order without a receipt can get no credit note');
  const { invoiceNumber } = receipt.data;
  const invoice =
    corrects === 'sale' && invoiceNumber
      ? await findDocument(transaction, invoiceNumber)
      : undefined;
  return credit(deps, transaction, { ...document, corrected: invoice ?? receipt });
}

/**
 * Issues a receipt in place of the credit note of a refund that could not be sent, with its seller and VAT: a tax
 * invoice if that has VAT.
 */
export async function replaceCreditNote(
  deps: DocumentDeps,
  transaction: Transaction,
  { ofPayment, reason, ...document }: DocumentOf & { reason: string; ofPayment: string },
): Promise<void> {
  const { order, totalCents } = document;
  const documents = await listDocumentsOf(transaction, order.id);
  const receipt = await findReceipt(transaction, { orderId: order.id, ofPayment });
  const corrected = [receipt?.number, receipt?.data.invoiceNumber];
  const note = documents.findLast(
    ({ number, data }) =>
      data.payment &&
      data.totalCents === totalCents &&
      data.reversedNumber !== undefined &&
      corrected.includes(data.reversedNumber) &&
      !documents.some((one) => one.data.reversedNumber === number),
  );
  if (!note) throw new Error('A refund without a credit note cannot be taken back');
  const { seller, vat } = note.data;
  await issue(deps, transaction, document, {
    kind: vat ? 'tax invoice' : 'receipt',
    reversedNumber: note.number,
    reason,
    seller,
    lines: toLines(order, totalCents),
    ...(vat && { vat }),
  });
}

async function credit(
  deps: DocumentDeps,
  transaction: Transaction,
  { corrected, reason, ...document }: DocumentOf & { reason: string; corrected: DocumentRow },
): Promise<string> {
  const { title } = document.order.item;
  const description = document.method ? `Refund: ${title}` : title;
  return issue(deps, transaction, document, {
    kind: 'credit note',
    reversedNumber: corrected.number,
    reason,
    seller: corrected.data.seller,
    lines: [{ description, quantity: 1, unitCents: document.totalCents }],
    ...(corrected.data.vat && {
      vat: await creditVat(transaction, corrected, corrected.data.vat, document.totalCents),
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
  const earlier = documents.filter(
    (one) =>
      one.data.reversedNumber === number &&
      !documents.some(({ data: { reversedNumber } }) => reversedNumber === one.number),
  );
  const sum = (read: (one: DocumentRow) => number) =>
    earlier.reduce((total, one) => total + read(one), 0);
  const before = {
    totalCents: sum((one) => one.data.totalCents),
    vatCents: sum((one) => one.data.vat?.vatCents ?? 0),
  };
  const invoice = { ...vat, totalCents: data.totalCents };
  return { ...vat, vatCents: vatOfPart(invoice, before, totalCents) };
}
