import { agreesWithWords, findRandAmounts, formatRand } from '#rules/money.ts';
import { z } from '#rules/zod.ts';

/** One million rand. */
const maxCents = 100_000_000;

const enterAmount = 'Enter an amount in rand, such as R1500 or R1 500,00.';

/** A field for an amount in ZAR cents, or null if it is not paid on the site. */
export const amount = (label: string, help: string) =>
  z
    .int({ error: enterAmount })
    .min(1, enterAmount)
    .max(maxCents, `Enter at most ${formatRand(maxCents)}.`)
    .nullish()
    .transform((cents) => cents ?? null)
    .meta({ label, help, control: 'amount', describe: (cents: number) => formatRand(cents) });

/** When a session is paid for. */
export const sessionPayments = ['free', 'later', 'confirm'] as const;

type Faults = Record<string, string>;

/** Refuses a value for each field in which something is wrong with it. */
export const refuse =
  <Value>(findFaults: (value: Value) => Faults) =>
  (value: Value, context: z.core.$RefinementCtx<Value>): void => {
    for (const [field, message] of Object.entries(findFaults(value)))
      context.addIssue({ code: 'custom', path: [field], message });
  };

/** Returns why an amount contradicts the words of a price, or nothing. */
function findContradiction(words: string, cents: number | null): string | undefined {
  if (cents === null || agreesWithWords(words, cents)) return undefined;
  const named = findRandAmounts(words).map((amount) => (amount ? formatRand(amount) : 'free'));
  return `The price says ${named.join(' or ')}, but the amount is ${formatRand(cents)}.`;
}

interface PlanPrices {
  originalPrice: string;
  priceCents: number | null;
  salePrice: string | null;
  saleCents: number | null;
}

/** Returns what is wrong with the amounts of a plan, by field. */
export function findPlanFaults({ originalPrice, priceCents, salePrice, saleCents }: PlanPrices) {
  const faults: Faults = {};
  const priceFault = findContradiction(originalPrice, priceCents);
  if (priceFault) faults.priceCents = priceFault;
  if (saleCents === null) {
    if (priceCents !== null && salePrice)
      faults.saleCents = 'Enter this amount too: clients pay it during the sale.';
    return faults;
  }
  if (priceCents === null)
    faults.priceCents = 'Enter this amount too: clients pay this when the sale is over.';
  const saleFault = salePrice
    ? findContradiction(salePrice, saleCents)
    : 'Fill in the sale price too, or leave this empty.';
  if (saleFault) faults.saleCents = saleFault;
  return faults;
}

interface SessionPrice {
  price: string;
  priceCents: number | null;
  payment: (typeof sessionPayments)[number];
}

/** Returns what is wrong with the amount of a session type and when it is paid, by field. */
export function findSessionFaults({ price, priceCents, payment }: SessionPrice): Faults {
  const fault = findContradiction(price, priceCents);
  if (fault) return { priceCents: fault };
  if (payment === 'free' && priceCents !== null)
    return { payment: 'Choose when clients pay, or leave the amount empty.' };
  if (payment === 'free' && namesMoney(price))
    return { payment: `The price says ${price}. Choose when clients pay.` };
  if (payment === 'confirm' && priceCents === null)
    return { priceCents: 'Enter the amount that clients pay to confirm the session.' };
  return {};
}

/** Whether the words of a price name money. */
const namesMoney = (words: string): boolean => findRandAmounts(words).some((cents) => cents > 0);

/** Returns the only amount that the words of a price name, in cents. */
function findOnlyAmount(words: unknown): number | null {
  const [amount, ...others] = findRandAmounts(String(words ?? ''));
  const isClear = amount !== undefined && others.length === 0;
  return isClear && amount > 0 && amount <= maxCents ? amount : null;
}

/** Adds to the stored offers of an older version the amounts that their words name. */
export function addAmounts(stored: unknown): unknown {
  const { plans, mentorshipOptions } = Object(stored);
  if (!Array.isArray(plans) || !Array.isArray(mentorshipOptions)) return stored;
  return {
    ...Object(stored),
    plans: plans.map((plan) => ({ ...amountsOfPlan(Object(plan)), ...plan })),
    mentorshipOptions: mentorshipOptions.map((option) => ({
      ...paymentOfSession(Object(option)),
      ...option,
    })),
  };
}

type Stored = Record<string, unknown>;

function amountsOfPlan({ originalPrice, salePrice, leadsTo }: Stored) {
  const saleCents = findOnlyAmount(salePrice);
  // During a sale, no one pays the full price.
  const priceCents = salePrice && saleCents === null ? null : findOnlyAmount(originalPrice);
  return {
    priceCents,
    saleCents: priceCents === null ? null : saleCents,
    isDigital: leadsTo !== 'booking',
  };
}

const paymentOfSession = ({ price }: Stored) => ({
  priceCents: findOnlyAmount(price),
  payment: namesMoney(String(price ?? '')) ? 'later' : 'free',
});
