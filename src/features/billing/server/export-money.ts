import { toPeriod } from '#features/billing/rules/to-period.ts';
import type { PaymentDeps } from '#features/payments/server/index.ts';
import { mentorDay } from '#features/settings/server/index.ts';
import { type CsvLine, streamCsv } from '#platform/http/stream-csv.ts';
import { formatDecimal } from '#rules/money.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { listIssued, listMoves } from './queries/money-moves.ts';

type Deps = Pick<PaymentDeps, 'db' | 'readSettings'>;

/** Writes all rows of a period. */
const writeCsv = <Row>(headings: string[], rows: Row[], toLine: (row: Row) => CsvLine) =>
  streamCsv({
    headings,
    readPage: () => Promise.resolve({ items: rows, next_cursor: null }),
    toLine,
  });

/** Returns an amount, or an empty cell for nothing. */
const toCell = (cents: number) => (cents === 0 ? '' : formatDecimal(cents));

/**
 * Writes the payments and refunds of a period as CSV, oldest first, with unallocated money and without test
 * money. Money in minus money out is what the account has more or less. Days are the mentor's.
 */
export async function exportPayments({ db, readSettings }: Deps, { period }: { period: string }) {
  const { booking: clock } = await readSettings();
  return writeCsv(
    [
      'Date',
      'Type',
      'Money in (ZAR)',
      'Money out (ZAR)',
      'For',
      'Order',
      'Client',
      'Method',
      'Payment id',
      'Documents',
      'Note',
    ],
    await listMoves(db, toPeriod(period, clock)),
    (move) => [
      mentorDay(move.at, clock),
      move.kind,
      toCell(move.paidCents),
      toCell(move.refundedCents),
      move.isUnallocated ? 'Unallocated' : move.title,
      move.reference,
      move.client,
      paymentMethodName(move.provider),
      move.name,
      move.documents,
      move.note,
    ],
  );
}

/** Writes the receipts, invoices and credit notes of a period as CSV, oldest first. Days are the mentor's. */
export async function exportDocuments({ db, readSettings }: Deps, { period }: { period: string }) {
  const { booking: clock } = await readSettings();
  return writeCsv(
    [
      'Issued',
      'Number',
      'Kind',
      'Total (ZAR)',
      'VAT (ZAR)',
      'Paid or refunded',
      'Order',
      'Name',
      'Company',
      'VAT number',
      'Corrects',
      'Reason',
      'Test money',
    ],
    await listIssued(db, toPeriod(period, clock)),
    ({ number, kind, issuedAt, reference, isTest, data }) => [
      mentorDay(issuedAt, clock),
      number,
      kind,
      formatDecimal(data.totalCents),
      data.vat ? formatDecimal(data.vat.vatCents) : '',
      data.payment ? mentorDay(new Date(data.payment.paidAt), clock) : '',
      reference,
      data.buyer.name,
      data.buyer.company ?? null,
      data.buyer.vatNumber ?? null,
      data.reversedNumber ?? null,
      data.reason ?? null,
      isTest ? 'yes' : 'no',
    ],
  );
}
