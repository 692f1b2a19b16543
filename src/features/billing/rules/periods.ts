import { formatDay, shiftMonth } from '#rules/calendar-day.ts';

/** Returns the first month of a period, `YYYY-MM`, and its number of months. */
export function findPeriodMonths(period: string): { first: string; months: number } {
  const [, taxYear] = /^tax-(\d{4})$/.exec(period) ?? [];
  if (taxYear) return { first: `${Number(taxYear) - 1}-03`, months: 12 };
  const [, year, quarter] = /^(\d{4})-q([1-4])$/.exec(period) ?? [];
  if (year) return { first: shiftMonth(`${year}-01`, (Number(quarter) - 1) * 3), months: 3 };
  return period.length === 4 ? { first: `${period}-01`, months: 12 } : { first: period, months: 1 };
}

const nameMonth = (month: string) => formatDay(`${month}-01`).slice(2);

/** Returns a period in words: `November 2026`, `October to December 2026`, `March 2026 to February 2027`. */
export function describePeriod(period: string): string {
  const { first, months } = findPeriodMonths(period);
  const last = shiftMonth(first, months - 1);
  if (first === last) return nameMonth(first);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  if (isOneYear && months === 12) return first.slice(0, 4);
  const start = isOneYear ? nameMonth(first).slice(0, -5) : nameMonth(first);
  return `${start} to ${nameMonth(last)}`;
}

const toQuarter = (month: string) =>
  `${month.slice(0, 4)}-q${Math.ceil(Number(month.slice(5)) / 3)}`;

/** The tax year of South Africa begins in March and is named after the year in which it ends. */
const toTaxYear = (month: string) => `tax-${shiftMonth(month, 10).slice(0, 4)}`;

/** The longest list of months: 20 years. */
const mostMonths = 240;

/** Lists the periods from one day to another, newest first, by their kinds. */
export function listPeriods(since: string, today: string): { label: string; periods: string[] }[] {
  const months: string[] = [];
  for (
    let month = today.slice(0, 7);
    months.length < mostMonths && (months.length === 0 || month >= since.slice(0, 7));
    month = shiftMonth(month, -1)
  ) {
    months.push(month);
  }
  const listOf = (toPeriod: (month: string) => string) => [...new Set(months.map(toPeriod))];
  return [
    { label: 'Months', periods: months },
    { label: 'Quarters', periods: listOf(toQuarter) },
    { label: 'Tax years', periods: listOf(toTaxYear) },
    { label: 'Calendar years', periods: listOf((month) => month.slice(0, 4)) },
  ];
}
