import {
  describeTimeZone,
  formatClock,
  formatLongDate,
  formatShortTime,
} from '#rules/time-zone.ts';
import { isTimeZone } from '#rules/zoned-time.ts';

/** The mentor's time zone, and the name that visitors see. */
interface MentorClock {
  timeZone: string;
  timeZoneLabel: string;
}

/**
 * Returns a time in the visitor's time zone, with the mentor's next to it if the zones differ:
 * `6:00 PM · 18:00 SAST`.
 */
export function describeSlot(slot: Date, timeZone: string, mentor: MentorClock): string {
  const own = formatShortTime(slot, timeZone);
  if (timeZone === mentor.timeZone) return own;
  const mentors = `${own} · ${formatClock(slot, mentor.timeZone)} ${mentor.timeZoneLabel}`;
  const mentorsDate = formatLongDate(slot, mentor.timeZone);
  const isSameDay = formatLongDate(slot, timeZone) === mentorsDate;
  return isSameDay ? mentors : `${mentors}, ${mentorsDate.slice(0, 3)}`;
}

/**
 * Lists the available times of a date (`slots` are UTC instants in ISO 8601) for pages without a picker.
 */
export function describeFreeTimes(slots: readonly string[], timeZone: string): string {
  const [first] = slots;
  if (!first) return 'No available times on that date.';
  const times = slots.map((slot) => formatShortTime(slot, timeZone)).join(', ');
  return `Available on ${formatLongDate(first, timeZone)}: ${times}. Times are in ${describeTimeZone(timeZone, first)}.`;
}

/**
 * Describes when a session is: in the visitor's time zone and, if it differs, in the mentor's. Uses
 * the visitor's 12-hour or 24-hour clock.
 */
export function describeSession(
  startsAt: Date,
  timeZone: string | null,
  mentor: MentorClock,
  is24Hours: boolean,
) {
  const formatTime = is24Hours ? formatClock : formatShortTime;
  const onClock = (zone: string, time: string) => ({
    date: formatLongDate(startsAt, zone),
    time,
    zone: describeTimeZone(zone, startsAt),
  });
  const mentorsTime = `${formatTime(startsAt, mentor.timeZone)} ${mentor.timeZoneLabel}`;
  const mentors = onClock(mentor.timeZone, mentorsTime);
  // The browser may be older than the time zone that another device has sent.
  if (!timeZone || timeZone === mentor.timeZone || !isTimeZone(timeZone)) return [mentors];
  return [onClock(timeZone, formatTime(startsAt, timeZone)), mentors];
}
