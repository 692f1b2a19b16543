import { lacksBuyerAddress } from '#features/documents/rules/invoice-details.ts';
import type { Paper } from '#features/documents/rules/paper.ts';
import { formatPaperNumber, paperSeries } from '#features/documents/rules/paper-number.ts';
import { toStoredPaper } from '#features/documents/rules/stored-paper.ts';
import type { LedgerKeeper, LedgerPayment } from '#features/ledger/server/index.ts';
import { mentorDay, type SiteFacts } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { OrderRow } from '#platform/db/schema/order-schema.ts';
import { standardVatRate, vatOfPart, vatWithin } from '#rules/vat.ts';
import {
  findLastReceipt,
  insertPaper,
  listPapersOf,
  type PaperRow,
  takeNumber,
} from './queries/papers.ts';

interface PaperOf {
  order: OrderRow;
  facts: SiteFacts;
  now: Date;
  /** How the buyer paid or was refunded, in words. */
  method: string;
  totalCents: number;
  /** The payment of a receipt, for the ledger. Both are written together, because the series is locked. */
  entries?: LedgerPayment[];
}

interface PaperDeps {
  ledger: Pick<LedgerKeeper, 'record'>;
}

type About = Pick<Paper, 'kind' | 'seller' | 'lines' | 'vat' | 'reversedNumber' | 'reason'>;

/** Stores a paper under the next number of its series. Call it last: the series is locked until the transaction ends. */
async function issue(
  { ledger }: PaperDeps,
  transaction: Transaction,
  { order, facts, now, method, totalCents, entries = [] }: PaperOf,
  about: About,
): Promise<string> {
  const { kind } = about;
  const series = paperSeries(kind);
  const year = Number(mentorDay(now, facts.booking).slice(0, 4));
  const sequence = await takeNumber(transaction, { series, year });
  await ledger.record({
    numbers: [{ series, year, lastNumber: sequence }],
    payments: entries,
  });
  const number = formatPaperNumber({ series, year, sequence });
  const data = toStoredPaper({
    ...about,
    number,
    issuedAt: now,
    timeZone: facts.booking.timeZone,
    totalCents,
    buyer: {
      name: order.buyerName ?? order.name ?? '',
      email: order.email ?? '',
      ...(order.buyerCompany && { company: order.buyerCompany }),
      ...(order.buyerAddress && { address: order.buyerAddress }),
      ...(order.buyerVatNumber && { vatNumber: order.buyerVatNumber }),
    },
    payment: { method, paidAt: now, reference: order.reference },
  });
  await insertPaper(transaction, { number, kind, orderId: order.id, issuedAt: now, data });
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
  deps: PaperDeps,
  transaction: Transaction,
  paper: PaperOf,
): Promise<string> {
  const { order, facts } = paper;
  const { legalName: name, vatNumber, ...seller } = facts.payments.seller;
  const isTaxInvoice = vatNumber && !lacksBuyerAddress(order, facts.payments.seller);
  const { phone, email } = facts.site;
  return issue(deps, transaction, paper, {
    kind: isTaxInvoice ? 'tax invoice' : 'receipt',
    seller: { ...seller, name, phone, email, ...(vatNumber && { vatNumber }) },
    lines: [{ description: order.item.title, quantity: 1, unitCents: order.amountCents }],
    ...(isTaxInvoice && { vat: standardVat(paper.totalCents) }),
  });
}

/**
 * Issues a credit note for the last receipt of an order, with the seller and the VAT of that receipt.
 * Returns its number.
 */
export async function issueCreditNote(
  deps: PaperDeps,
  transaction: Transaction,
  { reason, ...paper }: PaperOf & { reason: string },
): Promise<string> {
  const receipt = await findLastReceipt(transaction, paper.order.id);
  if (!receipt) throw new Error('An order without a receipt can get no credit note');
  const description = `Refund: ${paper.order.item.title}`;
  return issue(deps, transaction, paper, {
    kind: 'credit note',
    reversedNumber: receipt.number,
    reason,
    seller: receipt.data.seller,
    lines: [{ description, quantity: 1, unitCents: paper.totalCents }],
    ...(receipt.data.vat && {
      vat: await creditVat(transaction, receipt, receipt.data.vat, paper.totalCents),
    }),
  });
}

/** Returns the VAT of a credit note, after those that the same receipt has already. */
async function creditVat(
  transaction: Transaction,
  { number, orderId, data }: PaperRow,
  vat: NonNullable<Paper['vat']>,
  totalCents: number,
) {
  const papers = await listPapersOf(transaction, orderId);
  const earlier = papers.filter((one) => one.data.reversedNumber === number);
  const sum = (read: (one: PaperRow) => number) =>
    earlier.reduce((total, one) => total + read(one), 0);
  const before = {
    totalCents: sum((one) => one.data.totalCents),
    vatCents: sum((one) => one.data.vat?.vatCents ?? 0),
  };
  const invoice = { ...vat, totalCents: data.totalCents };
  return { ...vat, vatCents: vatOfPart(invoice, before, totalCents) };
}
