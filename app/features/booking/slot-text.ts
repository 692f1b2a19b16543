import { site } from '#content/site.ts';
import {
  describeTimeZone,
  formatClock,
  formatLongDate,
  formatShortTime,
} from '#domain/time-zone.ts';

/** `6:00 PM · 18:00 SAST`: a time on a visitor's date, with the mentor's next to it when the zones differ. */
export function describeSlot(slot: Date, timeZone: string): string {
  const own = formatShortTime(slot, timeZone);
  if (timeZone === site.timeZone) return own;
  const mentors = `${own} · ${formatClock(slot, site.timeZone)} ${site.timeZoneLabel}`;
  const mentorsDate = formatLongDate(slot, site.timeZone);
  const isSameDay = formatLongDate(slot, timeZone) === mentorsDate;
  return isSameDay ? mentors : `${mentors}, ${mentorsDate.slice(0, 3)}`;
}

/** When a session is, written out: on the visitor's clock and, when that is another, on the mentor's. */
export function describeSession(startsAt: Date, timeZone: string | null) {
  const onClock = (zone: string, time: string) => ({
    date: formatLongDate(startsAt, zone),
    time,
    zone: describeTimeZone(zone, startsAt),
  });
  const mentorsTime = `${formatClock(startsAt, site.timeZone)} ${site.timeZoneLabel}`;
  const mentors = onClock(site.timeZone, mentorsTime);
  if (!timeZone || timeZone === site.timeZone) return [mentors];
  return [onClock(timeZone, formatShortTime(startsAt, timeZone)), mentors];
}
