import { findRandAmounts, formatBriefRand, formatRand, toPriceWords } from '#rules/money.ts';
import { percentOff } from '#rules/price.ts';
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

/** Refuses a field of a value. */
const refuse = (context: z.core.$RefinementCtx, field: string, message: string): void =>
  context.addIssue({ code: 'custom', path: [field], message });

interface PlanPrices {
  originalPrice: string | null;
  priceCents: number | null;
  salePrice: string | null;
  saleCents: number | null;
  discountLabel: string | null;
}

/**
 * Returns a plan with the words of its prices and its badge. Own words of a price that contradict its
 * amount are replaced, because clients pay the amount.
 */
export function settlePlan<Value extends PlanPrices>(
  plan: Value,
  context: z.core.$RefinementCtx<Value>,
) {
  const { priceCents, saleCents } = plan;
  const originalPrice = toPriceWords(plan.originalPrice, priceCents);
  if (priceCents === null && saleCents !== null)
    refuse(context, 'priceCents', 'Enter this price too: clients pay it when the sale is over.');
  else if (originalPrice === null) refuse(context, 'priceCents', enterPrice);
  // A plan that is not paid on the site may have words alone.
  const hasSale = saleCents !== null || priceCents === null;
  const salePrice = hasSale ? toPriceWords(plan.salePrice, saleCents) : null;
  const settled = { ...plan, originalPrice: originalPrice ?? '', salePrice };
  const discountLabel = plan.discountLabel ?? (salePrice === null ? null : discountBadge(settled));
  return { ...settled, discountLabel };
}

const enterPrice = 'Enter a price, or other words such as On request.';

type SalePrices = Omit<PlanPrices, 'discountLabel'>;

/** Returns both prices of a plan, if they are known and the sale price is lower. */
function comparePrices({ originalPrice, priceCents, salePrice, saleCents }: SalePrices) {
  const full = priceCents ?? findOnlyAmount(originalPrice);
  const reduced = saleCents ?? findOnlyAmount(salePrice);
  return full !== null && reduced !== null && reduced < full ? { full, reduced } : undefined;
}

/** Returns the computed badge of a plan, such as `50% OFF`; null if its prices give none. */
export function discountBadge(prices: SalePrices): string | null {
  const compared = comparePrices(prices);
  const percent = compared && percentOff(compared.full, compared.reduced);
  return percent ? `${percent}% OFF` : null;
}

/** Whether own words of a badge may be shown: a discount that they name is the one of the prices. */
export function isTrueBadge(words: string, prices: SalePrices): boolean {
  const compared = comparePrices(prices);
  const percents = [...words.matchAll(/(\d{1,3}(?:[.,]\d{1,2})?) ?%/g)].map(([, figure = '']) =>
    Number(figure.replace(',', '.')),
  );
  const amounts = findRandAmounts(words).filter((cents) => cents > 0);
  if (!compared) return percents.length === 0 || prices.priceCents === null;
  const { full, reduced } = compared;
  const exact = ((full - reduced) * 100) / full;
  return (
    percents.every((percent) => Math.abs(percent - exact) < 1) &&
    amounts.every((cents) => [full, reduced, full - reduced].includes(cents))
  );
}

/**
 * Returns offers that are saved, with the computed badge where own words name another discount. A stored
 * badge stays until then.
 */
export const withTrueBadges = <Offers extends { plans: Plan[] }, Plan extends PlanPrices>(
  offers: Offers,
): Offers => ({
  ...offers,
  plans: offers.plans.map((plan) =>
    plan.salePrice === null || !plan.discountLabel || isTrueBadge(plan.discountLabel, plan)
      ? plan
      : { ...plan, discountLabel: discountBadge(plan) },
  ),
});

interface SessionPrice {
  price: string | null;
  priceCents: number | null;
  payment: (typeof sessionPayments)[number];
}

/** Returns a session type with the words of its price. With an amount, it is not free. */
export function settleSession<Value extends SessionPrice>(
  session: Value,
  context: z.core.$RefinementCtx<Value>,
) {
  const { priceCents } = session;
  const payment = session.payment === 'free' && priceCents !== null ? 'later' : session.payment;
  const own = payment === 'free' && namesMoney(session.price) ? null : session.price;
  const price = toPriceWords(own, priceCents) ?? (payment === 'free' ? 'Free' : null);
  if (payment === 'confirm' && priceCents === null)
    refuse(context, 'priceCents', 'Enter the amount that clients pay to confirm the session.');
  else if (price === null) refuse(context, 'priceCents', enterPrice);
  return { ...session, payment, price: price ?? '' };
}

/** Whether the words of a price name money. */
const namesMoney = (words: unknown): boolean =>
  findRandAmounts(String(words ?? '')).some((cents) => cents > 0);

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
  payment: namesMoney(price) ? 'later' : 'free',
});

/**
 * Returns offers for their form, in which words that the site makes are empty. The input may be a
 * draft, whose numbers are texts.
 */
export function withoutMadeWords(offers: object): object {
  const { plans, mentorshipOptions } = Object(offers);
  if (!Array.isArray(plans) || !Array.isArray(mentorshipOptions)) return offers;
  return {
    ...offers,
    plans: plans.map((plan) => ({
      ...plan,
      originalPrice: ownWords(Object(plan).originalPrice, Object(plan).priceCents),
      salePrice: ownWords(Object(plan).salePrice, Object(plan).saleCents),
      discountLabel: ownBadge(Object(plan)),
    })),
    mentorshipOptions: mentorshipOptions.map((option) => ({
      ...option,
      price: ownWords(Object(option).price, Object(option).priceCents),
    })),
  };
}

/** Returns a stored or typed amount; null if there is none. */
export const readCents = (held: unknown): number | null =>
  Number.isSafeInteger(Number(held)) && Number(held) > 0 ? Number(held) : null;

function ownWords(words: unknown, amount: unknown): unknown {
  const cents = readCents(amount);
  const isMade =
    cents !== null && withPlainSpaces(words) === withPlainSpaces(formatBriefRand(cents));
  return isMade ? '' : words;
}

function ownBadge({ originalPrice, salePrice, discountLabel, ...plan }: Stored): unknown {
  const made = discountBadge({
    originalPrice: String(originalPrice ?? ''),
    salePrice: String(salePrice ?? ''),
    priceCents: readCents(plan.priceCents),
    saleCents: readCents(plan.saleCents),
  });
  return discountLabel === made ? '' : discountLabel;
}

const withPlainSpaces = (words: unknown) => String(words ?? '').replaceAll(/\s/g, ' ');
