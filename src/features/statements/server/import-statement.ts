import { setImmediate } from 'node:timers/promises';
import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import { findObstacle, obstacleWords } from '#features/orders/rules/index.ts';
import { findOrder } from '#features/orders/server/index.ts';
import {
  insertStatementLine,
  listBookedLines,
  listPaymentsOf,
  type PaymentDeps,
  settlePayment,
} from '#features/payments/server/index.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import { readStatement, statementLimits } from '#features/statements/rules/statement.ts';
import type {
  BookedLine,
  BookedStatement,
  StatementProposal,
} from '#features/statements/rules/statement-booking.ts';
import {
  proposeMatches,
  type StatementOrder,
  unmatchedReasons,
} from '#features/statements/rules/statement-matches.ts';
import { evidenceWords } from '#features/statements/rules/statement-suggestions.ts';
import { AppError } from '#platform/errors/errors.ts';
import { listStatementOrders } from './queries/statement-orders.ts';

/** Matches the lines of a bank statement (CSV) with orders. Books nothing. Throws 422. */
export async function proposeStatement(
  deps: PaymentDeps,
  file: Uint8Array,
): Promise<StatementProposal> {
  const pause = () => setImmediate();
  const statement = await readStatement(file, pause);
  if (!statement) {
    const message =
      'This file is not a bank statement in CSV. Export the statement as CSV and try again.';
    throw new AppError(422, 'unreadable-statement', message);
  }
  if (statement === 'too long') {
    const message = `This statement has more than ${statementLimits.lines} lines. Export a shorter period and try again.`;
    throw new AppError(422, 'statement-too-long', message);
  }
  const { lines, unread } = statement;
  const booked = await listBookedLines(
    deps.db,
    lines.map(({ fingerprint }) => fingerprint),
  );
  const { proposed, suggested, unmatched } = await proposeMatches(
    lines,
    await readStatementOrders(deps),
    { imported: new Set(booked), pause },
  );
  return {
    proposed,
    suggested: suggested.map(({ candidates, ...line }) => ({
      ...line,
      candidates: candidates.map(({ order, because }) => ({
        order,
        reason: evidenceWords[because],
      })),
    })),
    // Outgoing money and lines without a reference are most of a statement.
    questions: unmatched
      .filter(({ reason }) => reason !== 'money out' && reason !== 'no reference')
      .map(({ reason, ...line }) => ({ ...line, reason: unmatchedReasons[reason] })),
    unread: unread.map(({ lineNumber, text }) => ({ lineNumber, text })),
    lines: lines.length,
  };
}

/** Lists the orders that a line may name, with a warning where its money would be unallocated. */
async function readStatementOrders({ db, now }: PaymentDeps): Promise<StatementOrder[]> {
  const rows = await listStatementOrders(db);
  return rows.map(({ id, reference, amountCents, name, hasUnallocated, ...order }) => {
    const obstacle = findObstacle(order, now());
    const warning = obstacle && `${obstacleWords[obstacle]} The payment will be unallocated.`;
    return { id, reference, amountCents, name, hasUnallocated, warning };
  });
}

/** Books the lines that the mentor has confirmed, each in its own transaction, none twice. */
export async function bookStatementLines(
  deps: PaymentDeps,
  { lines }: { lines: BookedLine[] },
  by: string,
): Promise<BookedStatement> {
  const booked: BookedStatement = { paid: [], left: [] };
  const { payments } = await deps.readSettings();
  for (const line of lines) {
    const result = await bookLine(deps, line, { by, payments });
    if ('paid' in result) booked.paid.push(result.paid);
    else booked.left.push({ fingerprint: line.fingerprint, reason: result.left });
  }
  return booked;
}

const addressMissing =
  'The tax invoice needs the client’s address. Open the order, choose “Mark as paid” and enter it.';

const bookLine = (
  deps: PaymentDeps,
  line: BookedLine,
  { by, payments }: { by: string; payments: ResolvedSettings['payments'] },
) =>
  deps.db.transaction(async (transaction): Promise<{ paid: string } | { left: string }> => {
    const order = await findOrder(transaction, { id: line.order_id }, { lock: true });
    if (!order) return { left: 'The order no longer exists.' };
    if (order.paidCents > 0) return { left: obstacleWords.paid };
    if (lacksBuyerAddress(order, payments.seller)) return { left: addressMissing };
    if (order.amountCents !== line.amount_cents) return { left: unmatchedReasons['other amount'] };
    const isNew = await insertStatementLine(transaction, {
      fingerprint: line.fingerprint,
      orderId: order.id,
      amountCents: line.amount_cents,
      day: line.date,
      importedAt: deps.now(),
      bookedBy: by,
    });
    if (!isNew) return { left: unmatchedReasons.imported };
    // A line whose booking was undone can be booked again.
    const before = (await listPaymentsOf(transaction, order.id)).length;
    const settled = await settlePayment(deps, transaction, {
      provider: 'bank',
      providerPaymentId: `${line.fingerprint}:${before + 1}`,
      orderReference: order.reference,
      amountCents: line.amount_cents,
      currency: 'ZAR',
      isTest: false,
      isVerified: false,
      markedBy: by,
    });
    return settled.outcome === 'allocated'
      ? { paid: order.reference }
      : { left: 'This order is no longer open, so the payment is unallocated.' };
  });
