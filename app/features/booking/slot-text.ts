import { site } from '#content/site.ts';
import {
  describeTimeZone,
  formatClock,
  formatLongDate,
  formatShortTime,
} from '#domain/time-zone.ts';

const weekday = (instant: Date, timeZone: string) => formatLongDate(instant, timeZone).slice(0, 3);

/** `18:00 SAST`: the mentor's clock, with the day where it is another than the visitor's. */
function formatMentorClock(slot: Date, timeZone: string): string {
  const clock = `${formatClock(slot, site.timeZone)} ${site.timeZoneLabel}`;
  const isSameDay = formatLongDate(slot, timeZone) === formatLongDate(slot, site.timeZone);
  return isSameDay ? clock : `${clock}, ${weekday(slot, site.timeZone)}`;
}

/** `6:00 PM · 18:00 SAST`: a time on a visitor's date, with the mentor's beside it when the zones differ. */
export function describeSlot(slot: Date, timeZone: string): string {
  const own = formatShortTime(slot, timeZone);
  return timeZone === site.timeZone ? own : `${own} · ${formatMentorClock(slot, timeZone)}`;
}

/** When a session is, written out, in one zone. */
interface SessionTime {
  date: string;
  time: string;
  zone: string;
}

/** On the visitor's clock and, when that is another, on the mentor's. */
export function describeSession(startsAt: Date, timeZone: string | null): SessionTime[] {
  const mentors: SessionTime = {
    date: formatLongDate(startsAt, site.timeZone),
    time: `${formatClock(startsAt, site.timeZone)} ${site.timeZoneLabel}`,
    zone: describeTimeZone(site.timeZone, startsAt),
  };
  if (!timeZone || timeZone === site.timeZone) return [mentors];
  const visitors: SessionTime = {
    date: formatLongDate(startsAt, timeZone),
    time: formatShortTime(startsAt, timeZone),
    zone: describeTimeZone(timeZone, startsAt),
  };
  return [visitors, mentors];
}
