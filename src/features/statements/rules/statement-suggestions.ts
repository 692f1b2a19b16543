import { groupBy } from '#rules/group-by.ts';
import { findDamaged, indexDamaged } from './damaged-reference.ts';
import { indexNames } from './payer-name.ts';
import type { StatementLine } from './statement.ts';
import type { StatementOrder } from './statement-matches.ts';

/** Why a line without a reference may be for an order, the strongest first, in words for the mentor. */
export const evidenceWords = {
  reference: 'The reference is similar, and the amount is the same.',
  name: 'The name and the amount are the same.',
  amount: 'The amount is the same.',
} as const;
export type Evidence = keyof typeof evidenceWords;

export interface Candidate {
  order: StatementOrder;
  because: Evidence;
}

/** What the orders say about a line whose reference can't be read. */
export interface Suggestions {
  /** Orders of exactly its amount, the likeliest first. */
  candidates: Candidate[];
  /** How many other orders have the amount. */
  more: number;
  /** The order that it names, if none of these has the amount. */
  other?: Candidate | undefined;
}

/** The most orders that are suggested for one line. */
const maxCandidates = 8;

/**
 * Returns a function that finds the orders a line may be for. Orders that are proposed for another line
 * are not found by their amount alone. How long it takes depends on the line, not on the number of orders.
 */
export function createSuggester(
  orders: readonly StatementOrder[],
  proposed: ReadonlySet<StatementOrder>,
): (line: StatementLine) => Suggestions {
  const open = orders.filter((order) => !proposed.has(order));
  const hasWarning = ({ warning }: StatementOrder) => Number(warning !== undefined);
  const ofAmount = groupBy(
    open.toSorted((one, two) => hasWarning(one) - hasWarning(two)),
    ({ amountCents }) => amountCents,
  );
  const damaged = indexDamaged(orders);
  const findPayers = indexNames(orders);
  return ({ description, amountCents }) => {
    const found = new Map<StatementOrder, Evidence>();
    let other: Candidate | undefined;
    for (const order of findDamaged(description, damaged)) {
      if (order.amountCents === amountCents) found.set(order, 'reference');
      else other ??= { order, because: 'reference' };
    }
    for (const { order, isSure } of findPayers(description)) {
      if (order.amountCents !== amountCents) {
        if (isSure) other ??= { order, because: 'name' };
      } else if (!found.has(order)) found.set(order, 'name');
    }
    const same = ofAmount.get(amountCents) ?? [];
    const rest = same.slice(0, maxCandidates + found.size).filter((order) => !found.has(order));
    const all = [
      ...[...found].map(([order, because]) => ({ order, because })),
      ...rest.map((order) => ({ order, because: 'amount' as const })),
    ];
    const candidates = all.slice(0, maxCandidates);
    const named = [...found.keys()].filter((order) => proposed.has(order)).length;
    const more = same.length + named - candidates.length;
    return { candidates, more, other: candidates.length > 0 ? undefined : other };
  };
}
