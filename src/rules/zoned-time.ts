import { Temporal } from 'temporal-polyfill';

/**
 * Returns the instant of a local time (`HH:MM`) on a day (`YYYY-MM-DD`) in a time zone. A time that
 * the clock skips is moved forward by the change.
 */
export const instantInZone = (day: string, time: string, timeZone: string): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds,
  );

/** Returns the day a number of days later: `2026-11-28`, 7 → `2026-12-05`. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();
