import type { BookingSettings } from '#features/settings/rules/booking.ts';
import { dayInZone, describeTimeZone, formatLongDate, formatShortTime } from '#rules/time-zone.ts';
import { addDays, instantInZone } from '#rules/zoned-time.ts';

/** The mentor's zone, and what visitors read in its place. */
export type MentorClock = Pick<BookingSettings, 'timeZone' | 'timeZoneLabel'>;

/** `Saturday, 21 November 2026 at 07:10 SAST (Africa/Johannesburg)`: the mentor's own clock. */
export const formatMentorTime = (instant: Date, { timeZone, timeZoneLabel }: MentorClock) =>
  `${format(instant, timeZone, 'full')} ${timeZoneLabel} (${timeZone})`;

/** `21 Nov 2026, 07:10 SAST`: the same, for lists. */
export const formatShortMentorTime = (instant: Date, { timeZone, timeZoneLabel }: MentorClock) =>
  `${format(instant, timeZone, 'medium')} ${timeZoneLabel}`;

/** `Tuesday, 24 November 2026, 11:00 AM, America/New York (GMT-5)`: a visitor's clock. */
export const formatVisitorTime = (instant: Date, timeZone: string) =>
  `${formatLongDate(instant, timeZone)}, ${formatShortTime(instant, timeZone)}, ${describeTimeZone(timeZone, instant)}`;

const format = (instant: Date, timeZone: string, dateStyle: 'full' | 'medium') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle, timeStyle: 'short', timeZone }).format(instant);

/** The calendar day on the mentor's clock, as `YYYY-MM-DD`. */
export const mentorDay = (instant: Date, { timeZone }: Pick<MentorClock, 'timeZone'>) =>
  dayInZone(instant, timeZone);

/** The instant at which the mentor's clock shows `time` (`HH:MM`) on `day` (`YYYY-MM-DD`), in UTC. */
export const mentorInstant = (
  day: string,
  time: string,
  { timeZone }: Pick<MentorClock, 'timeZone'>,
): Date => instantInZone(day, time, timeZone);

/** The instant at which the mentor's next day begins. */
export const nextMentorMidnight = (instant: Date, clock: Pick<MentorClock, 'timeZone'>): Date =>
  mentorInstant(addDays(mentorDay(instant, clock), 1), '00:00', clock);
