import { Temporal } from 'temporal-polyfill';
import { site } from '#content/site.ts';
import { dayInZone, describeTimeZone, formatLongDate, formatShortTime } from '#domain/time-zone.ts';

/** `Saturday, 21 November 2026 at 07:10 SAST (Africa/Johannesburg)`: the mentor's own clock. */
export const formatMentorTime = (instant: Date) =>
  `${format(instant, 'full')} ${site.timeZoneLabel} (${site.timeZone})`;

/** `21 Nov 2026, 07:10 SAST`: the same, for lists. */
export const formatShortMentorTime = (instant: Date) =>
  `${format(instant, 'medium')} ${site.timeZoneLabel}`;

/** `Tuesday, 24 November 2026, 11:00 AM, America/New York (GMT-5)`: a visitor's clock. */
export const formatVisitorTime = (instant: Date, timeZone: string) =>
  `${formatLongDate(instant, timeZone)}, ${formatShortTime(instant, timeZone)}, ${describeTimeZone(timeZone, instant)}`;

const format = (instant: Date, dateStyle: 'full' | 'medium') =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle,
    timeStyle: 'short',
    timeZone: site.timeZone,
  }).format(instant);

/** The calendar day on the mentor's clock, as `YYYY-MM-DD`. */
export const mentorDay = (instant: Date) => dayInZone(instant, site.timeZone);

/** The instant at which the mentor's clock shows `time` (`HH:MM`) on `day` (`YYYY-MM-DD`), in UTC. */
export const mentorInstant = (day: string, time: string): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: site.timeZone, plainTime: time })
      .epochMilliseconds,
  );

/** The instant at which the mentor's next day begins. */
export const nextMentorMidnight = (instant: Date): Date =>
  mentorInstant(Temporal.PlainDate.from(mentorDay(instant)).add({ days: 1 }).toString(), '00:00');
