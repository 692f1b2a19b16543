import { recordId, z } from '#rules/zod.ts';
import type { StatementLine } from './statement.ts';
import type { ProposedMatch, StatementOrder } from './statement-matches.ts';

/** The answer to `POST /api/orders/statement`: lines to confirm, and lines to check. */
export interface StatementProposal {
  proposed: ProposedMatch[];
  /** Lines whose reference can't be read, with orders of the same amount. */
  suggested: SuggestedOrders[];
  /** Lines that name an order and are not proposed. */
  questions: { line: StatementLine; order?: StatementOrder | undefined; reason: string }[];
  unread: { lineNumber: number; text: string }[];
  /** How many lines were read. */
  lines: number;
}

/** A line, and the orders that it may be for, the likeliest first, with a sentence that says why. */
export interface SuggestedOrders {
  line: StatementLine;
  candidates: { order: StatementOrder; reason: string }[];
  /** How many other orders have the amount. */
  more: number;
}

/** A line of a statement that the mentor confirms. */
export const bookedLine = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/, 'Invalid line.'),
  order_id: recordId('Choose an order.'),
  amount_cents: z.int().positive(),
  date: z.iso.date(),
});
export type BookedLine = z.output<typeof bookedLine>;

/** The body of `POST /api/orders/statement/book`. */
export const statementBooking = z.object({
  lines: z.array(bookedLine).min(1, 'Choose a line.').max(200, 'Choose at most 200 lines.'),
});

/** The answer: the references of the paid orders, and why each other line paid for none. */
export interface BookedStatement {
  paid: string[];
  left: { fingerprint: string; reason: string }[];
}
