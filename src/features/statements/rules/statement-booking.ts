import { recordId, z } from '#rules/zod.ts';
import type { StatementLine } from './statement-line.ts';
import type { ProposedMatch, RecordedLine, StatementOrder } from './statement-matches.ts';

/** The answer to `POST /api/orders/statement`: each line that came in, in one of four lists. */
export interface StatementProposal {
  recorded: RecordedLine[];
  /** To confirm. */
  proposed: ProposedMatch[];
  /** To decide about. */
  suggested: SuggestedOrders[];
  /** Not for an order, as the mentor said. */
  hidden: StatementLine[];
  unread: { lineNumber: number; text: string; reason: string }[];
  /** How many lines were read, and how many of these took money. */
  lines: number;
  outgoing: number;
}

/** A line, and the orders that it may be for, the likeliest first, with a sentence that says why. */
export interface SuggestedOrders {
  line: StatementLine;
  candidates: { order: StatementOrder; reason: string }[];
  /** How many other orders have the amount. */
  more: number;
  /** Why it is not proposed, if it has something like a reference. */
  note?: string | undefined;
}

/** What identifies a line of a statement, as the site returned it. */
const statementLine = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/, 'Invalid line.'),
  amount_cents: z.int().positive(),
  date: z.iso.date(),
});

/** A line that the mentor confirms. */
export const bookedLine = statementLine.extend({
  order_id: recordId('Choose an order.'),
  /** Whether the mentor has seen that the order has another amount. */
  allows_other_amount: z.boolean().default(false),
});
export type BookedLine = z.output<typeof bookedLine>;

/** The body of `POST /api/orders/statement/book`. */
export const statementBooking = z.object({
  lines: z.array(bookedLine).min(1, 'Choose a line.').max(200, 'Choose at most 200 lines.'),
});

/** The body of `POST /api/orders/statement/hidden`: lines that are not for an order, or are again to decide about. */
export const hiddenLines = z.object({
  lines: z.array(statementLine).min(1, 'Choose a line.').max(1_000, 'Choose at most 1 000 lines.'),
  is_hidden: z.boolean(),
});
export type HiddenLines = z.output<typeof hiddenLines>;

/**
 * The answer: the references of the orders that took the money, those of the orders that could not, where it
 * is unallocated, and why each other line was not recorded.
 */
export interface BookedStatement {
  paid: string[];
  unallocated: string[];
  left: { fingerprint: string; reason: string }[];
}
