import { findReferences } from '#features/orders/rules/index.ts';
import { looksReferenced } from './damaged-reference.ts';
import type { StatementLine } from './statement-line.ts';
import { type Candidate, createSuggester } from './statement-suggestions.ts';
import { nextTask, sliceWork } from './work-slices.ts';

/** An order that is not paid in full, which a bank transfer may be for. */
export interface StatementOrder {
  id: string;
  reference: string;
  /** What it asks for now: its price, or a part of it. */
  amountCents: number;
  /** All that is left to pay, while it takes money. */
  leftCents?: number | undefined;
  /** The buyer's name. */
  name?: string | null | undefined;
  /** What the mentor should know before recording money for it, such as why it would be unallocated. */
  warning?: string | undefined;
  /** Whether it already has money that is unallocated. */
  hasUnallocated?: boolean | undefined;
}

/** Why a line that came in is not proposed, in words for the mentor. */
export const lineNotes = {
  pending: 'The bank still marks this payment as pending. Import the statement again later.',
  'several references': 'It has several references.',
  'paid before': 'The order with this reference is already paid.',
  'unknown reference': 'No order has this reference.',
  'named twice': 'Another line has the same reference and amount.',
  unallocated: 'This order already has an unallocated payment.',
  'unclear reference': 'Its reference can’t be read.',
} as const;
export type LineNote = keyof typeof lineNotes;

export interface ProposedMatch {
  line: StatementLine;
  order: StatementOrder;
}

/** A line that was recorded before, and the reference of its order. */
export interface RecordedLine {
  line: StatementLine;
  reference: string;
}

/** A line that the mentor has to decide about, and the orders that it may be for. */
export interface SuggestedLine {
  line: StatementLine;
  /** The likeliest first. */
  candidates: Candidate[];
  /** How many other unpaid orders have the amount. */
  more: number;
  note?: LineNote | undefined;
}

/** Each line is in one of the lists, or counted as money that went out. */
export interface StatementMatches {
  recorded: RecordedLine[];
  proposed: ProposedMatch[];
  suggested: SuggestedLine[];
  /** What the mentor marked as not for an order. */
  hidden: StatementLine[];
  outgoing: number;
}

/** Money that was recorded for an order from a statement or by hand. */
export interface RecordedPayment {
  reference: string;
  amountCents: number;
  /** Of the line that it was recorded from. */
  fingerprint?: string | undefined;
}

/** What is known about the money on the account. */
export interface KnownMoney {
  payments: readonly RecordedPayment[];
  /** The fingerprints of the lines that are not for an order. */
  hidden: ReadonlySet<string>;
  /** The references of the orders that are paid. */
  paid: ReadonlySet<string>;
}

/** A new line that brought money. */
interface IncomingLine {
  line: StatementLine;
  references: string[];
  /** The unpaid orders with one of its references, and that of its only reference. */
  named: StatementOrder[];
  order: StatementOrder | undefined;
}

interface MatchOptions {
  known?: Partial<KnownMoney>;
  pause?: typeof nextTask;
}

/**
 * Returns a function that says of which order a line was recorded: by its fingerprint, or because its order
 * has a payment of the same amount that is from another format of the statement, or was marked by hand.
 * Each payment is found once, so that money that came twice is not taken for one payment.
 */
function createRecall(lines: readonly StatementLine[], payments: readonly RecordedPayment[]) {
  const present = new Set(lines.map(({ fingerprint }) => fingerprint));
  const ofLine = new Map<string, string>();
  const others = new Map<string, number>();
  const toKey = (reference: string, cents: number) => `${reference} ${cents}`;
  for (const { reference, amountCents, fingerprint } of payments) {
    if (fingerprint !== undefined && present.has(fingerprint)) ofLine.set(fingerprint, reference);
    else {
      const key = toKey(reference, amountCents);
      others.set(key, (others.get(key) ?? 0) + 1);
    }
  }
  return ({ fingerprint, amountCents }: StatementLine, references: string[]) => {
    const known = ofLine.get(fingerprint);
    if (known !== undefined) return known;
    for (const reference of references) {
      const key = toKey(reference, amountCents);
      const left = others.get(key) ?? 0;
      if (left === 0) continue;
      others.set(key, left - 1);
      return reference;
    }
    return undefined;
  };
}

/**
 * Sorts the lines of a statement that brought money, each into one of four lists. A new line with the
 * reference and the exact amount of one order is proposed, for the mentor to confirm. Every other one is
 * suggested to the orders that it may be for, if there are any. The orders come newest first.
 */
export async function proposeMatches(
  lines: readonly StatementLine[],
  knownOrders: readonly StatementOrder[],
  { known: { payments = [], hidden, paid } = {}, pause = nextTask }: MatchOptions = {},
): Promise<StatementMatches> {
  const rest = sliceWork(pause);
  const orders = new Map(knownOrders.map((order) => [order.reference, order]));
  const recall = createRecall(lines, payments);
  const matches: StatementMatches = {
    recorded: [],
    proposed: [],
    suggested: [],
    hidden: [],
    outgoing: 0,
  };

  const open: IncomingLine[] = [];
  const moves = new Map<StatementOrder, number>();
  for (const line of lines) {
    await rest(line.description);
    const references = findReferences(line.description);
    const isIn = line.amountCents > 0;
    const recorded = isIn ? recall(line, references) : undefined;
    if (recorded !== undefined) {
      matches.recorded.push({ line, reference: recorded });
      continue;
    }
    if (hidden?.has(line.fingerprint)) {
      matches.hidden.push(line);
      continue;
    }
    const named = references.flatMap((reference) => orders.get(reference) ?? []);
    const [order] = references.length === 1 ? named : [];
    // The mentor has to check the same money twice, or in and out again.
    if (order && Math.abs(line.amountCents) === order.amountCents)
      moves.set(order, (moves.get(order) ?? 0) + 1);
    if (isIn) open.push({ line, references, named, order });
    else matches.outgoing += 1;
  }

  const findNote = ({ line, references, order }: IncomingLine): LineNote | undefined => {
    if (line.isPending) return 'pending';
    const [reference] = references;
    if (reference === undefined) return undefined;
    if (references.length > 1) return 'several references';
    if (!order) return paid?.has(reference) ? 'paid before' : 'unknown reference';
    if (line.amountCents !== order.amountCents) return undefined;
    if ((moves.get(order) ?? 0) > 1) return 'named twice';
    return order.hasUnallocated ? 'unallocated' : undefined;
  };

  const left: { line: StatementLine; named: StatementOrder[]; note: LineNote | undefined }[] = [];
  for (const one of open) {
    const { line, named, order } = one;
    const note = findNote(one);
    if (note === undefined && order?.amountCents === line.amountCents)
      matches.proposed.push({ line, order });
    else left.push({ line, named, note });
  }
  const taken = new Set(matches.proposed.map(({ order }) => order));
  const suggest = createSuggester(knownOrders, taken);
  for (const { line, named, note } of left) {
    await rest(line.description);
    const { candidates, more } = suggest(line, named);
    const isUnclear = !candidates.length && looksReferenced(line.description);
    const shownNote = note ?? (isUnclear ? 'unclear reference' : undefined);
    // The bank may still drop it, or change its words, which would make it another line.
    if (note === 'pending') matches.suggested.push({ line, candidates: [], more: 0, note });
    else matches.suggested.push({ line, candidates, more, ...(shownNote && { note: shownNote }) });
  }
  return matches;
}
