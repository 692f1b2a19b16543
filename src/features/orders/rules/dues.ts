import { formatDay } from '#rules/calendar-day.ts';
import { formatBriefRand } from '#rules/money.ts';
import { coverAmounts } from '#rules/price.ts';
import type { OrderState } from './order.ts';

/** A due as it is stored. */
export interface StoredDue {
  number: number;
  amountCents: number;
  /** A day of the mentor’s calendar, as `2026-11-28`; null if it is due with its order. */
  dueOn: string | null;
  waivedCents: number;
}

/** A due and what became of it. */
export interface Due extends StoredDue {
  /** What the allocated money covers of it. */
  paidCents: number;
  /** What is still to be paid of it. */
  openCents: number;
  state: 'open' | 'paid' | 'waived' | 'closed';
}

/** The money of an order, in cents. */
interface OrderMoney {
  state: OrderState;
  amountCents: number;
  paidCents: number;
}

/** Returns whether an order still asks for money. A first refund ends that, even if not all was paid. */
const asksForMoney = (state: OrderState) => state === 'awaiting' || state === 'expired';

/** Returns what is left to pay for an order. Where it takes no money, nothing is. */
export const leftToPay = ({ state, amountCents, paidCents }: OrderMoney): number =>
  asksForMoney(state) ? amountCents - paidCents : 0;

/** Returns whether an order has money, and still asks for more. */
export const isPartlyPaid = (order: OrderMoney): boolean =>
  order.state === 'awaiting' && order.paidCents > 0;

/** The only due of an order that is paid in one payment. */
const wholeDue = ({ amountCents }: OrderMoney): StoredDue => ({
  number: 1,
  amountCents,
  dueOn: null,
  waivedCents: 0,
});

/** Returns the dues of an order, in their order, with its money allocated to them. */
export function toDues(order: OrderMoney, stored: readonly StoredDue[]): Due[] {
  const isOpen = asksForMoney(order.state);
  const all = stored.length > 0 ? stored : [wholeDue(order)];
  const covered = coverAmounts(
    order.paidCents,
    all.map(({ amountCents, waivedCents }) => amountCents - waivedCents),
  );
  return all.map((due, index) => {
    const { number, amountCents, dueOn, waivedCents } = due;
    const paidCents = covered[index] ?? 0;
    const isSettled = paidCents + waivedCents >= amountCents;
    const openCents = isOpen ? amountCents - waivedCents - paidCents : 0;
    const settledState = waivedCents > 0 ? 'waived' : 'paid';
    const state = isSettled ? settledState : isOpen ? 'open' : 'closed';
    return { number, amountCents, dueOn, waivedCents, paidCents, openCents, state };
  });
}

/** Returns the due that is next, or undefined if nothing is to be paid. */
export const findNextDue = (dues: readonly Due[]): Due | undefined =>
  dues.find(({ openCents }) => openCents > 0);

/** Returns what the pages of an order ask for now. */
export const dueNowCents = (order: OrderMoney, stored: readonly StoredDue[]): number =>
  findNextDue(toDues(order, stored))?.openCents ?? leftToPay(order);

/**
 * Returns whether an amount is allocated without the mentor: it is what the order asks for now, or all that
 * is left of it.
 */
export const isAskedFor = (
  cents: number,
  order: OrderMoney,
  stored: readonly StoredDue[],
): boolean => cents > 0 && (cents === leftToPay(order) || cents === dueNowCents(order, stored));

/**
 * Returns the dues of an order as they are stored after its money changed. Of an order that is paid, what its
 * money does not cover is waived; one that awaits money waives nothing.
 */
export const settleDues = (order: OrderMoney, stored: readonly StoredDue[]): Due[] =>
  toDues(
    order,
    toDues({ ...order, state: 'awaiting' }, withoutWaiver(order, stored)).map((due) => ({
      ...due,
      waivedCents: order.state === 'paid' ? due.openCents : 0,
    })),
  );

const withoutWaiver = (order: OrderMoney, stored: readonly StoredDue[]): StoredDue[] =>
  toDues(order, stored).map((due) => ({ ...due, waivedCents: 0 }));

/** Says how much of an order is paid: `R2 985 of R3 000 paid, R15 left`. Undefined if it is not paid in part. */
export function describePart(order: OrderMoney): string | undefined {
  const { state, amountCents, paidCents } = order;
  if (paidCents === 0 || paidCents === amountCents) return undefined;
  const paid = `${formatBriefRand(paidCents)} of ${formatBriefRand(amountCents)} paid`;
  if (state === 'awaiting') return `${paid}, ${formatBriefRand(leftToPay(order))} left`;
  return state === 'paid' ? `${paid}, ${formatBriefRand(amountCents - paidCents)} waived` : paid;
}

/** Says what is to be paid and when: `R1 000 by 28 December 2026`. */
export const describeDue = ({ openCents, dueOn }: Due): string =>
  dueOn === null
    ? formatBriefRand(openCents)
    : `${formatBriefRand(openCents)} by ${formatDay(dueOn)}`;
