import type { BookingSettings } from '#features/settings/rules/booking.ts';
import { dayInZone, describeTimeZone, formatLongDate, formatShortTime } from '#rules/time-zone.ts';
import { addDays, instantInZone } from '#rules/zoned-time.ts';

/** The mentor's time zone, and its label for visitors. */
export type MentorClock = Pick<BookingSettings, 'timeZone' | 'timeZoneLabel'>;

/**
 * Returns the mentor's local time, e.g. `Saturday, 21 November 2026 at 07:10 SAST
 * (Africa/Johannesburg)`.
 */
export const formatMentorTime = (instant: Date, { timeZone, timeZoneLabel }: MentorClock) =>
  `${format(instant, timeZone, 'full')} ${timeZoneLabel} (${timeZone})`;

/** Returns the same for lists, e.g. `21 Nov 2026, 07:10 SAST`. */
export const formatShortMentorTime = (instant: Date, { timeZone, timeZoneLabel }: MentorClock) =>
  `${format(instant, timeZone, 'medium')} ${timeZoneLabel}`;

/**
 * Returns a visitor's local time, e.g. `Tuesday, 24 November 2026, 11:00 AM, America/New York
 * (GMT−5)`.
 */
export const formatVisitorTime = (instant: Date, timeZone: string) =>
  `${formatLongDate(instant, timeZone)}, ${formatShortTime(instant, timeZone)}, ${describeTimeZone(timeZone, instant)}`;

const format = (instant: Date, timeZone: string, dateStyle: 'full' | 'medium') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle, timeStyle: 'short', timeZone }).format(instant);

/** Returns the date in the mentor's time zone, as `YYYY-MM-DD`. */
export const mentorDay = (instant: Date, { timeZone }: Pick<MentorClock, 'timeZone'>) =>
  dayInZone(instant, timeZone);

/**
 * Returns the instant of a local time (`HH:MM`) on a day (`YYYY-MM-DD`) in the mentor's time zone.
 */
export const mentorInstant = (
  day: string,
  time: string,
  { timeZone }: Pick<MentorClock, 'timeZone'>,
): Date => instantInZone(day, time, timeZone);

/** Returns the instant at which the mentor's next day starts. */
export const nextMentorMidnight = (instant: Date, clock: Pick<MentorClock, 'timeZone'>): Date =>
  mentorInstant(addDays(mentorDay(instant, clock), 1), '00:00', clock);
