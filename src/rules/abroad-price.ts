import { formatDate } from './time-zone.ts';

/** The mentor's own rates: the rand that one unit of another currency costs, in cents. Nothing is charged by them. */
export interface ExchangeRates {
  poundCents: number | null;
  dollarCents: number | null;
  euroCents: number | null;
  /** The day of the rates, `YYYY-MM-DD`. */
  ratesOn: string | null;
}

const symbols = { poundCents: '£', dollarCents: '$', euroCents: '€' } as const;

const currencies = ['poundCents', 'dollarCents', 'euroCents'] as const;

/** Returns whole units, or two decimals for a small amount. */
const formatUnits = (units: number) =>
  units < 10 ? units.toFixed(2) : Math.round(units).toLocaleString('en');

/** Returns what an amount of rand is abroad, such as `about £130 / $170`; null without rates. */
export function describeAbroad(cents: number | null, rates: ExchangeRates): string | null {
  if (cents === null) return null;
  const amounts = currencies.flatMap((currency) => {
    const rate = rates[currency];
    return rate ? `${symbols[currency]}${formatUnits(cents / rate)}` : [];
  });
  return amounts.length > 0 ? `about ${amounts.join(' / ')}` : null;
}

/** Says that amounts in other currencies are a guide; null without rates. */
export const describeRates = (rates: ExchangeRates): string | null =>
  rates.ratesOn && describeAbroad(1, rates)
    ? `You pay in rand: amounts in other currencies are a guide, at rates of ${formatDate(rates.ratesOn, 'UTC', 'short')}.`
    : null;
