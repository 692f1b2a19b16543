import { Temporal } from 'temporal-polyfill';
import { type PartTerms, splitAmount } from '#rules/price.ts';

interface DueTerms extends PartTerms {
  /** The day of the order, on the mentor’s calendar. */
  orderedOn: string;
  /** The day of the session that is paid for, if it is one. */
  sessionOn?: string | undefined;
}

/** What an order asks for, and when. The first part is due with the order. */
export interface PlannedDue {
  amountCents: number;
  /** A day of the mentor’s calendar; null if it is due with the order. */
  dueOn: string | null;
}

/**
 * Returns the dues of an order: each instalment a month after the one before. What follows a deposit is due on
 * the day of the session, or within a month.
 */
export function planDues(
  amountCents: number,
  { orderedOn, sessionOn, ...terms }: DueTerms,
): PlannedDue[] {
  const ordered = Temporal.PlainDate.from(orderedOn);
  return splitAmount(amountCents, terms).map((cents, index) => {
    const monthly = ordered.add({ months: index }).toString();
    const dueOn = terms.parts === 'deposit' && sessionOn ? sessionOn : monthly;
    return { amountCents: cents, dueOn: index === 0 ? null : dueOn };
  });
}
