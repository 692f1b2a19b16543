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

/**
 * Names of ICU that Intl accepts. Temporal accepts them on some platforms only, so that a page would
 * differ between server and browser.
 */
const icuNames =
  /^(?:Etc\/Unknown|Factory|SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/i;

/**
 * Returns whether Intl and Temporal both support this time zone (IANA). Rejects bare offsets such
 * as `+02:00`, which have no daylight saving time, and abbreviations such as `PST`.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name) || icuNames.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns a stored time zone if it is supported. Earlier versions stored others, too. */
export const findTimeZone = (name: string | null | undefined): string | null =>
  name && isTimeZone(name) ? name : null;
