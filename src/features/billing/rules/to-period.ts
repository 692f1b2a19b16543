import { Temporal } from 'temporal-polyfill';

/** Returns the start of a month `2026-11` or a year `2026` of the mentor's calendar, and of the next one. */
export function toPeriod(
  period: string,
  { timeZone }: { timeZone: string },
): { from: Date; to: Date } {
  const isYear = period.length === 4;
  const day = Temporal.PlainDate.from(isYear ? `${period}-01-01` : `${period}-01`);
  const toInstant = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
  return { from: toInstant(day), to: toInstant(day.add(isYear ? { years: 1 } : { months: 1 })) };
}
