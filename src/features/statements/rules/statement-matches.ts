import { findReferences } from '#features/orders/rules/index.ts';
import { looksReferenced } from './damaged-reference.ts';
import type { StatementLine } from './statement.ts';
import { type Candidate, createSuggester, type Suggestions } from './statement-suggestions.ts';
import { nextTask, sliceWork } from './work-slices.ts';

/** An order without a payment, which a bank transfer may be for. */
export interface StatementOrder {
  id: string;
  reference: string;
  amountCents: number;
  /** The buyer's name. */
  name?: string | null | undefined;
  /** What the mentor should know before booking money for it: why it would be unallocated. */
  warning?: string | undefined;
  /** Whether it already has money that is unallocated. */
  hasUnallocated?: boolean | undefined;
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
  pending: 'The bank still marks this line as pending.',
  'unclear reference': 'Its reference can’t be read.',
  'near reference': 'Its reference can’t be read exactly, and the amount differs from the order’s.',
  'known name': 'It has the name of a client, and the amount differs from the order’s.',
  unallocated: 'This order already has an unallocated payment.',
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

/** A line whose reference can't be read, and the orders that it may be for. */
export interface SuggestedLine {
  line: StatementLine;
  /** The likeliest first. All have exactly the amount of the line. */
  candidates: Candidate[];
  /** How many other unpaid orders have the amount. */
  more: number;
}

export interface StatementMatches {
  proposed: ProposedMatch[];
  suggested: SuggestedLine[];
  unmatched: UnmatchedLine[];
}

interface MatchOptions {
  /** The fingerprints of lines that were booked before. */
  imported?: ReadonlySet<string>;
  pause?: typeof nextTask;
}

/**
 * Sorts the lines of a statement, each into one of the three lists. A new line with the reference and the
 * exact amount of one order is proposed, for the mentor to confirm. A line without a readable reference is
 * suggested to orders of exactly its amount. The orders come newest first.
 */
export async function proposeMatches(
  lines: readonly StatementLine[],
  knownOrders: readonly StatementOrder[],
  { imported = new Set(), pause = nextTask }: MatchOptions = {},
): Promise<StatementMatches> {
  const rest = sliceWork(pause);
  const orders = new Map(knownOrders.map((order) => [order.reference, order]));
  const named = [];
  for (const line of lines) {
    const references = findReferences(line.description);
    const order = references.length === 1 ? orders.get(references[0] ?? '') : undefined;
    named.push({ line, references, order, isImported: imported.has(line.fingerprint) });
    await rest(line.description);
  }

  // The mentor has to check the same money twice, or in and out again.
  const moves = new Map<StatementOrder, number>();
  for (const { line, order, isImported } of named) {
    const isMove = !isImported && Math.abs(line.amountCents) === order?.amountCents;
    if (order && isMove) moves.set(order, (moves.get(order) ?? 0) + 1);
  }

  const matches: StatementMatches = { proposed: [], suggested: [], unmatched: [] };
  const unreferenced: StatementLine[] = [];
  for (const { line, references, order, isImported } of named) {
    const leave = (reason: UnmatchedLine['reason']) =>
      matches.unmatched.push({ line, reason, ...(order && { order }) });
    if (isImported) leave('imported');
    else if (line.amountCents <= 0) leave('money out');
    else if (references.length === 0) unreferenced.push(line);
    else if (line.isPending) leave('pending');
    else if (references.length > 1) leave('several references');
    else if (!order) leave('unknown reference');
    else if (line.amountCents !== order.amountCents) leave('other amount');
    else if ((moves.get(order) ?? 0) > 1) leave('named twice');
    else if (order.hasUnallocated) leave('unallocated');
    else matches.proposed.push({ line, order });
  }
  const taken = new Set(matches.proposed.map(({ order }) => order));
  const suggest = createSuggester(knownOrders, taken);
  for (const line of unreferenced) {
    addSuggestion(line, suggest(line), matches);
    await rest(line.description);
  }
  return matches;
}

function addSuggestion(
  line: StatementLine,
  { candidates, more, other }: Suggestions,
  { suggested, unmatched }: StatementMatches,
): void {
  const leave = (reason: UnmatchedLine['reason'], order?: StatementOrder) =>
    unmatched.push({ line, reason, ...(order && { order }) });
  const isNamed = candidates.length > 0 || other || looksReferenced(line.description);
  if (!isNamed) leave('no reference');
  else if (line.isPending) leave('pending');
  else if (candidates.length > 0) suggested.push({ line, candidates, more });
  else if (other) leave(other.because === 'name' ? 'known name' : 'near reference', other.order);
  else leave('unclear reference');
}
