import {
  describeTimeZone,
  formatClock,
  formatLongDate,
  formatShortTime,
  isTimeZone,
} from '#rules/time-zone.ts';

/** The mentor's zone, and what visitors read in its place. */
interface MentorClock {
  timeZone: string;
  timeZoneLabel: string;
}

/** `6:00 PM · 18:00 SAST`: a time on a visitor's date, with the mentor's next to it when the zones differ. */
export function describeSlot(slot: Date, timeZone: string, mentor: MentorClock): string {
  const own = formatShortTime(slot, timeZone);
  if (timeZone === mentor.timeZone) return own;
  const mentors = `${own} · ${formatClock(slot, mentor.timeZone)} ${mentor.timeZoneLabel}`;
  const mentorsDate = formatLongDate(slot, mentor.timeZone);
  const isSameDay = formatLongDate(slot, timeZone) === mentorsDate;
  return isSameDay ? mentors : `${mentors}, ${mentorsDate.slice(0, 3)}`;
}

/** Names what is free on a date (texts in UTC, ISO 8601), where there is nothing to choose it from. */
export function describeFreeTimes(slots: readonly string[], timeZone: string): string {
  const [first] = slots;
  if (!first) return 'No free times on that date.';
  const times = slots.map((slot) => formatShortTime(slot, timeZone)).join(', ');
  return `Free on ${formatLongDate(first, timeZone)}: ${times}. Times are in ${describeTimeZone(timeZone, first)}.`;
}

/**
 * When a session is, written out: in the visitor's zone and, when that is another, in the mentor's, in
 * the 12 or 24 hours that the visitor reads.
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
  // A browser may be older than the zone that another device has named.
  if (!timeZone || timeZone === mentor.timeZone || !isTimeZone(timeZone)) return [mentors];
  return [onClock(timeZone, formatTime(startsAt, timeZone)), mentors];
}
