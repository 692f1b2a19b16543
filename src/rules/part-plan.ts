/** How an offer is paid in parts. */
export const partPlans = ['none', 'deposit', 'two', 'three'] as const;
export type PartPlan = (typeof partPlans)[number];

/** The share of a deposit, in percent. */
export const depositPercent = 30;

const centsPerRand = 100;

/** Rounds up to whole rand, so that the last due is the smallest. */
const toWholeRand = (cents: number) => Math.ceil(cents / centsPerRand) * centsPerRand;

/** Splits an amount into the dues of a plan. An amount that is too small for it stays whole. */
export function splitAmount(amountCents: number, plan: PartPlan): number[] {
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
