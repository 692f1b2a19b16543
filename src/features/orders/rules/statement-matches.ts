import { findReferences } from './reference.ts';
import type { StatementLine } from './statement.ts';

/** An order without a payment, which a bank transfer may be for. */
export interface StatementOrder {
  id: string;
  reference: string;
  amountCents: number;
  /** What the mentor should know before booking money for it: why it would be unplaced. */
  warning?: string | undefined;
  /** Whether it already has money that is unplaced. */
  hasUnplaced?: boolean | undefined;
}

/** Why a line is not proposed, in words for the mentor. */
export const unmatchedReasons = {
  imported: 'This line was imported before.',
  'money out': 'No money came in.',
  'no reference': 'It has no reference.',
  'several references': 'It has several references.',
  'unknown reference': 'No unpaid order has this reference.',
  'other amount': 'The amount differs from the order’s.',
  'named twice': 'Another line has the same reference and amount.',
  unplaced: 'Money for this order is already kept as unplaced.',
} as const;

export interface ProposedMatch {
  line: StatementLine;
  order: StatementOrder;
}

export interface UnmatchedLine {
  line: StatementLine;
  reason: keyof typeof unmatchedReasons;
  /** The order of the reference, if it is known. */
  order?: StatementOrder;
}

export interface StatementMatches {
  proposed: ProposedMatch[];
  unmatched: UnmatchedLine[];
}

/**
 * Sorts the lines of a statement, each into one of the two lists. A new line with the reference and the
 * exact amount of one order is proposed, for the mentor to confirm. `imported` has the fingerprints of
 * lines that were booked before.
 */
export function proposeMatches(
  lines: readonly StatementLine[],
  knownOrders: readonly StatementOrder[],
  imported: ReadonlySet<string> = new Set(),
): StatementMatches {
  const orders = new Map(knownOrders.map((order) => [order.reference, order]));
  const named = lines.map((line) => {
    const references = findReferences(line.description);
    const order = references.length === 1 ? orders.get(references[0] ?? '') : undefined;
    return { line, references, order, isImported: imported.has(line.fingerprint) };
  });

  // The mentor has to check the same money twice, or in and out again.
  const moves = new Map<StatementOrder, number>();
  for (const { line, order, isImported } of named) {
    const isMove = !isImported && Math.abs(line.amountCents) === order?.amountCents;
    if (order && isMove) moves.set(order, (moves.get(order) ?? 0) + 1);
  }

  const matches: StatementMatches = { proposed: [], unmatched: [] };
  for (const { line, references, order, isImported } of named) {
    const leave = (reason: UnmatchedLine['reason']) =>
      matches.unmatched.push({ line, reason, ...(order && { order }) });
    if (isImported) leave('imported');
    else if (line.amountCents <= 0) leave('money out');
    else if (references.length === 0) leave('no reference');
    else if (references.length > 1) leave('several references');
    else if (!order) leave('unknown reference');
    else if (line.amountCents !== order.amountCents) leave('other amount');
    else if ((moves.get(order) ?? 0) > 1) leave('named twice');
    else if (order.hasUnplaced) leave('unplaced');
    else matches.proposed.push({ line, order });
  }
  return matches;
}
