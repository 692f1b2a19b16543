import { formatDay } from '#rules/calendar-day.ts';
import { dayInZone } from '#rules/time-zone.ts';

interface SessionsLeft {
  granted: number;
  left: number;
  /** When the sessions can no longer be booked; null without an end. */
  endsAt: Date | null;
}

/** Returns the last day on which sessions can be booked, in words. The end itself is not included. */
export const toLastDay = (endsAt: Date, timeZone: string): string =>
  formatDay(dayInZone(new Date(+endsAt - 1), timeZone));

/** Describes what is left of a package that can be booked, in the mentor's time zone. */
export function describeSessionsLeft({ granted, left, endsAt }: SessionsLeft, timeZone: string) {
  if (left === 0)
    return granted === 1
      ? 'The only session of the package is booked.'
      : `All ${granted} sessions of the package are booked.`;
  const until = endsAt ? `, to book until ${toLastDay(endsAt, timeZone)}` : '';
  return `${left} of ${granted} sessions of the package ${left === 1 ? 'is' : 'are'} left${until}.`;
}
