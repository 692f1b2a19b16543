import { formatBriefRand } from './money.ts';

/** How an offer is paid in parts. */
export const partPlans = ['none', 'deposit', 'two', 'three'] as const;
export type PartPlan = (typeof partPlans)[number];

/** The share of a deposit where the offer names no other, in percent. */
export const usualDepositPercent = 30;

/** How an offer is paid in parts, and the share of its deposit, in percent. */
export interface PartTerms {
  parts: PartPlan;
  depositPercent: number;
}

const centsPerRand = 100;

/** Rounds up to whole rand, so that the last due is the smallest. */
const toWholeRand = (cents: number) => Math.ceil(cents / centsPerRand) * centsPerRand;

/** Splits an amount into its dues. An amount that is too small for that stays whole. */
export function splitAmount(
  amountCents: number,
  { parts: plan, depositPercent }: PartTerms,
): number[] {
  const first = {
    none: amountCents,
    deposit: toWholeRand((amountCents * depositPercent) / 100),
    two: toWholeRand(amountCents / 2),
    three: toWholeRand(amountCents / 3),
  }[plan];
  const parts = plan === 'three' ? [first, first] : [first];
  const last = amountCents - parts.reduce((sum, cents) => sum + cents, 0);
  return plan === 'none' || last <= 0 ? [amountCents] : [...parts, last];
}

/** Says before an order how its amount is paid in parts: `R300 now, R700 later`. Null if it is paid in one payment. */
export function describeParts(amountCents: number | null, terms: PartTerms): string | null {
  const [first, second, third] = splitAmount(amountCents ?? 0, terms).map(formatBriefRand);
  if (second === undefined) return null;
  if (third !== undefined) return `${first} now, ${second} in a month and ${third} in two months`;
  return `${first} now, ${second} ${terms.parts === 'two' ? 'in a month' : 'later'}`;
}
