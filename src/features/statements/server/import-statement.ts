import { setImmediate } from 'node:timers/promises';
import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import {
  findObstacle,
  isAskedFor,
  isPaidFor,
  leftToPay,
  obstacleWords,
} from '#features/orders/rules/index.ts';
import { findOrder, listDues } from '#features/orders/server/index.ts';
import {
  insertStatementLine,
  listPaymentsOf,
  type PaymentDeps,
  settlePayment,
  toReceivedAt,
} from '#features/payments/server/index.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import { warnOfAmount } from '#features/statements/rules/amount-warning.ts';
import { readStatement } from '#features/statements/rules/statement.ts';
import type {
  BookedLine,
  BookedStatement,
  HiddenLines,
  StatementProposal,
} from '#features/statements/rules/statement-booking.ts';
import { statementLimits, unreadReasons } from '#features/statements/rules/statement-line.ts';
import {
  lineNotes,
  proposeMatches,
  type StatementOrder,
} from '#features/statements/rules/statement-matches.ts';
import { describeCandidate } from '#features/statements/rules/statement-suggestions.ts';
import { AppError } from '#platform/errors/errors.ts';
import {
  hideLines,
  listStatementOrders,
  readKnownMoney,
  unhideLines,
} from './queries/statement-orders.ts';

/** Matches the lines of a bank statement (CSV or OFX) with orders. Records nothing. Throws 422. */
export async function proposeStatement(
  deps: PaymentDeps,
  file: Uint8Array,
): Promise<StatementProposal> {
  const pause = () => setImmediate();
  const statement = await readStatement(file, pause);
  if (!statement) {
    const message =
      'This file is not a bank statement in CSV or OFX. Export the statement in one of these formats and try again.';
    throw new AppError(422, 'unreadable-statement', message);
  }
  if (statement === 'too long') {
    const message = `This statement has more than ${statementLimits.lines} lines. Export a shorter period and try again.`;
    throw new AppError(422, 'statement-too-long', message);
  }
  const { lines, unread } = statement;
  const fingerprints = lines.map(({ fingerprint }) => fingerprint);
  const known = await readKnownMoney(deps.db, fingerprints);
  const orders = await readStatementOrders(deps);
  const { suggested, ...matches } = await proposeMatches(lines, orders, { known, pause });
  return {
    ...matches,
    suggested: suggested.map(({ line, candidates, more, note }) => ({
      line,
      more,
      candidates: candidates.map((candidate) => ({
        order: withWarning(candidate.order, line.amountCents),
        reason: describeCandidate(line, candidate),
      })),
      ...(note && { note: lineNotes[note] }),
    })),
    unread: unread.map(({ reason, ...line }) => ({ ...line, reason: unreadReasons[reason] })),
    lines: lines.length,
  };
}

const withWarning = (order: StatementOrder, cents: number): StatementOrder => ({
  ...order,
  warning:
    order.warning ??
    warnOfAmount(cents, { dueCents: order.amountCents, leftCents: order.leftCents ?? 0 }),
});

/** Lists the orders that a line may name, with a warning where its money would be unallocated. */
async function readStatementOrders({ db, now }: PaymentDeps): Promise<StatementOrder[]> {
  const rows = await listStatementOrders(db);
  return rows.map(({ id, reference, name, hasUnallocated, dueCents, ...order }) => {
    const obstacle = findObstacle(order, now());
    const warning = obstacle && `${obstacleWords[obstacle]} The payment will be unallocated.`;
    const leftCents = leftToPay(order);
    return { id, reference, amountCents: dueCents, leftCents, name, hasUnallocated, warning };
  });
}

/** Marks lines as not for an order, so that the next import says so, or takes that back. */
export async function hideStatementLines(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  { lines, is_hidden }: HiddenLines,
  by: string,
): Promise<void> {
  if (!is_hidden) {
    await unhideLines(
      db,
      lines.map(({ fingerprint }) => fingerprint),
    );
    return;
  }
  await hideLines(
    db,
    lines.map(({ fingerprint, amount_cents, date }) => ({
      fingerprint,
      amountCents: amount_cents,
      day: date,
      importedAt: now(),
      bookedBy: by,
    })),
  );
}

/** Records the lines that the mentor has confirmed, each in its own transaction, none twice. */
export async function bookStatementLines(
  deps: PaymentDeps,
  { lines }: { lines: BookedLine[] },
  by: string,
): Promise<BookedStatement> {
  const booked: BookedStatement = { paid: [], unallocated: [], left: [] };
  const settings = await deps.readSettings();
  for (const line of lines) {
    const result = await bookLine(deps, line, { by, settings });
    if ('left' in result) booked.left.push({ fingerprint: line.fingerprint, reason: result.left });
    else if (result.isPaid) booked.paid.push(result.reference);
    else booked.unallocated.push(result.reference);
  }
  return booked;
}

const addressMissing =
  'The tax invoice needs the client’s address. Open the order, choose “Mark as paid” and enter it.';

const bookLine = (
  deps: PaymentDeps,
  line: BookedLine,
  { by, settings }: { by: string; settings: ResolvedSettings },
) =>
  deps.db.transaction(
    async (transaction): Promise<{ reference: string; isPaid: boolean } | { left: string }> => {
      const order = await findOrder(transaction, { id: line.order_id }, { lock: true });
      if (!order) return { left: 'The order no longer exists.' };
      const { reference, amountCents } = order;
      if (isPaidFor(order.state)) return { left: obstacleWords.paid };
      if (lacksBuyerAddress(order, settings.payments.seller)) return { left: addressMissing };
      const stored = await listDues(transaction, order.id);
      const isClosed = leftToPay(order) === 0 && line.amount_cents === amountCents;
      if (!isClosed && !line.allows_other_amount && !isAskedFor(line.amount_cents, order, stored))
        return { left: 'The amount differs from the order’s.' };
      const isNew = await insertStatementLine(transaction, {
        fingerprint: line.fingerprint,
        orderId: order.id,
        amountCents: line.amount_cents,
        day: line.date,
        importedAt: deps.now(),
        bookedBy: by,
      });
      if (!isNew) return { left: 'This line was recorded before, or is not for an order.' };
      // A line whose booking was undone can be booked again.
      const before = (await listPaymentsOf(transaction, order.id)).length;
      const { outcome } = await settlePayment(deps, transaction, {
        provider: 'bank',
        providerPaymentId: `${line.fingerprint}:${before + 1}`,
        orderReference: reference,
        amountCents: line.amount_cents,
        currency: 'ZAR',
        isTest: false,
        isVerified: false,
        receivedAt: toReceivedAt(line.date, settings, deps.now()),
        markedBy: by,
        ...(line.allows_other_amount && { asPart: { waivesRest: false } }),
      });
      return { reference, isPaid: outcome === 'allocated' };
    },
  );
