import { Temporal } from 'temporal-polyfill';

/**
 * Returns the instant at which a clock of that zone shows `time` (`HH:MM`) on `day` (`YYYY-MM-DD`).
 * A time that the clock skips is moved on as far as the clock is.
 */
export const instantInZone = (day: string, time: string, timeZone: string): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds,
  );

/** Returns the day so many days later: `2026-11-28`, 7 → `2026-12-05`. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();
