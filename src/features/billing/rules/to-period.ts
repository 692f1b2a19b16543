import { Temporal } from 'temporal-polyfill';
import { findPeriodMonths } from './periods.ts';

/**
 * Returns the start of a period of the mentor's calendar, and of the next one: a month `2026-11`, a quarter
 * `2026-q4`, a year `2026` or a tax year `tax-2027`.
 */
export function toPeriod(
  period: string,
  { timeZone }: { timeZone: string },
): { from: Date; to: Date } {
  const { first, months } = findPeriodMonths(period);
  const day = Temporal.PlainDate.from(`${first}-01`);
  const toInstant = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
  return { from: toInstant(day), to: toInstant(day.add({ months })) };
}
