import { mentorDay, type SiteFacts } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { Paper } from '../rules/paper.ts';
import { formatPaperNumber, paperSeries } from '../rules/paper-number.ts';
import { toStoredPaper } from '../rules/stored-paper.ts';
import { standardVatRate, vatWithin } from '../rules/vat.ts';
import type { Order } from './queries/orders.ts';
import { findLastReceipt, insertPaper, type PaperRow, takeNumber } from './queries/papers.ts';

interface PaperOf {
  order: Order;
  facts: SiteFacts;
  now: Date;
  /** How the money came or went back, in words. */
  method: string;
  totalCents: number;
}

/** Gives the paper the next number of its series, so this comes last in the transaction, and stores it. */
async function issue(
  transaction: Transaction,
  { order, facts, now, method, totalCents }: PaperOf,
  kind: Paper['kind'],
  about: Pick<Paper, 'lines' | 'reversedNumber' | 'reason'>,
): Promise<string> {
  const { seller } = facts.payments;
  const { timeZone } = facts.booking;
  const series = paperSeries(kind);
  const year = Number(mentorDay(now, facts.booking).slice(0, 4));
  const sequence = await takeNumber(transaction, { series, year });
  const number = formatPaperNumber({ series, year, sequence });
  const { vatNumber } = seller;
  const paper: Paper = {
    ...{ kind, number, issuedAt: now, timeZone, totalCents, ...about },
    seller: {
      ...{ name: seller.legalName, legalStatus: seller.legalStatus, address: seller.address },
      ...{ phone: facts.site.phone, email: facts.site.email },
      ...(vatNumber && { vatNumber }),
    },
    buyer: { name: order.name ?? '', email: order.email ?? '' },
    payment: { method, paidAt: now, reference: order.reference },
    ...(vatNumber && {
      vat: { rateBasisPoints: standardVatRate, vatCents: vatWithin(totalCents, standardVatRate) },
    }),
  };
  const data = toStoredPaper(paper);
  await insertPaper(transaction, { number, kind, orderId: order.id, issuedAt: now, data });
  return number;
}

/** Issues a receipt, or a tax invoice if the seller has a VAT number. Returns its number. */
export const issueReceipt = (transaction: Transaction, paper: PaperOf): Promise<string> =>
  issue(transaction, paper, paper.facts.payments.seller.vatNumber ? 'tax invoice' : 'receipt', {
    lines: [
      { description: paper.order.item.title, quantity: 1, unitCents: paper.order.amountCents },
    ],
  });

/** Issues a credit note against the last receipt of an order. Returns its number. */
export async function issueCreditNote(
  transaction: Transaction,
  { reason, ...paper }: PaperOf & { reason: string },
): Promise<string> {
  const receipt: PaperRow | undefined = await findLastReceipt(transaction, paper.order.id);
  if (!receipt) throw new Error('An order without a receipt can get no credit note');
  const { title } = paper.order.item;
  return issue(transaction, paper, 'credit note', {
    ...{ reversedNumber: receipt.number, reason },
    lines: [{ description: `Refund: ${title}`, quantity: 1, unitCents: paper.totalCents }],
  });
}
