/*
 * The arithmetic of prices, in whole cents: the price that applies, its voucher, its parts, and what money
 * covers of them. A voucher applies to the price that is shown, so after the sale.
 */

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

/** The prices of a plan. Only one with words for its sale price takes part in the sale. */
export interface PlanAmounts {
  priceCents: number | null;
  salePrice: string | null;
  saleCents: number | null;
}

/** Returns whether a plan is sold at its sale price. */
export const isReduced = ({ salePrice, saleCents }: PlanAmounts, isSaleOn: boolean): boolean =>
  isSaleOn && salePrice !== null && saleCents !== null;

/** Returns the price of a plan that applies now. Null if it has no amount. */
export const toCurrentCents = (plan: PlanAmounts, isSaleOn: boolean): number | null =>
  isReduced(plan, isSaleOn) ? plan.saleCents : plan.priceCents;

/**
 * Returns the discount of a sale price in whole percent, rounded down so that it is never
 * overstated; undefined below one percent.
 */
export const percentOff = (fullCents: number, reducedCents: number): number | undefined =>
  reducedCents < fullCents
    ? Math.floor(((fullCents - reducedCents) * 100) / fullCents) || undefined
    : undefined;

/** What a voucher takes off a price: a share of it, or an amount. */
export type Discount = { percent: number } | { cents: number };

/** Returns what a voucher takes off a price: a share rounded down to a cent, and never more than the price. */
export function toDiscountCents(priceCents: number, discount: Discount): number {
  const cents =
    'percent' in discount ? Math.floor((priceCents * discount.percent) / 100) : discount.cents;
  return Math.min(priceCents, cents);
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

/** Returns what money covers of each amount, in their order. */
export function coverAmounts(paidCents: number, amounts: readonly number[]): number[] {
  let restCents = paidCents;
  return amounts.map((amountCents) => {
    const coveredCents = Math.min(restCents, amountCents);
    restCents -= coveredCents;
    return coveredCents;
  });
}
