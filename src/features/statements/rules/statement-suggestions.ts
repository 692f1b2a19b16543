import { groupBy } from '#rules/group-by.ts';
import { formatRand } from '#rules/money.ts';
import { findDamaged, indexDamaged } from './damaged-reference.ts';
import { indexNames } from './payer-name.ts';
import type { StatementLine } from './statement-line.ts';
import type { StatementOrder } from './statement-matches.ts';

/** Why a line may be for an order, the strongest first. */
const evidence = ['exact', 'reference', 'name', 'amount'] as const;
export type Evidence = (typeof evidence)[number];

const evidenceWords: Record<Exclude<Evidence, 'amount'>, string> = {
  exact: 'It has the reference',
  reference: 'The reference is similar',
  name: 'The name is the same',
};

export interface Candidate {
  order: StatementOrder;
  because: Evidence;
}

/** Returns why a line may be for an order, in a sentence for the mentor. */
export function describeCandidate(
  { amountCents }: Pick<StatementLine, 'amountCents'>,
  { order, because }: Candidate,
): string {
  const price = formatRand(order.amountCents);
  const isSame = amountCents === order.amountCents;
  if (because === 'amount')
    return isSame ? 'The amount is the same.' : `It may be a part of ${price}.`;
  const words = evidenceWords[because];
  if (isSame) return `${words}, and the amount is the same.`;
  return amountCents < order.amountCents
    ? `${words}, and the amount is a part of ${price}.`
    : `${words}, and the amount is more than ${price}.`;
}

/** What the orders say about a line. */
export interface Suggestions {
  /** The orders that it may be for, the likeliest first. */
  candidates: Candidate[];
  /** How many other orders have the amount. */
  more: number;
}

/** The most orders that are suggested for one line, and of these by a part of their amount alone. */
const most = { candidates: 8, parts: 3 };

/** The smallest part of an amount that is suggested by the amount alone. */
const smallestPart = 0.1;

/** Returns the index of the first item that is greater. The items ascend. */
function findGreater(sorted: readonly StatementOrder[], cents: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.amountCents ?? 0) > cents) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Returns a function that finds the orders a line may be for. `named` has its exact reference. Orders that
 * are proposed for another line are not found by their amount alone. How long it takes depends on the line,
 * not on the number of orders.
 */
export function createSuggester(
  orders: readonly StatementOrder[],
  proposed: ReadonlySet<StatementOrder>,
): (line: StatementLine, named?: readonly StatementOrder[]) => Suggestions {
  const open = orders.filter((order) => !proposed.has(order));
  const hasWarning = ({ warning }: StatementOrder) => Number(warning !== undefined);
  const ofAmount = groupBy(
    open.toSorted((one, two) => hasWarning(one) - hasWarning(two)),
    ({ amountCents }) => amountCents,
  );
  const ascending = open
    .filter((order) => !hasWarning(order))
    .toSorted((one, two) => one.amountCents - two.amountCents);
  const damaged = indexDamaged(orders);
  const findPayers = indexNames(orders);
  return ({ description, amountCents }, named = []) => {
    const found = new Map<StatementOrder, Evidence>(named.map((order) => [order, 'exact']));
    const add = (order: StatementOrder, because: Evidence) => {
      if (!found.has(order)) found.set(order, because);
    };
    for (const order of findDamaged(description, damaged)) add(order, 'reference');
    for (const { order, isSure } of findPayers(description)) {
      if (isSure || order.amountCents === amountCents) add(order, 'name');
    }
    const same = ofAmount.get(amountCents) ?? [];
    for (const order of same.slice(0, most.candidates)) add(order, 'amount');
    const first = findGreater(ascending, amountCents);
    for (const order of ascending.slice(first, first + most.parts)) {
      if (amountCents >= order.amountCents * smallestPart) add(order, 'amount');
    }
    const toRank = ({ order, because }: Candidate) => {
      const isSame = order.amountCents === amountCents;
      return evidence.indexOf(because) + (because === 'exact' || isSame ? 0 : evidence.length);
    };
    const candidates = [...found]
      .map(([order, because]) => ({ order, because }))
      .toSorted((one, two) => toRank(one) - toRank(two))
      .slice(0, most.candidates);
    const shown = new Set(candidates.map(({ order }) => order));
    return { candidates, more: same.filter((order) => !shown.has(order)).length };
  };
}
