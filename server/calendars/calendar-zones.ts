import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from '#domain/time-zone.ts';

/** Returns the instant, in milliseconds, at which a clock shows what is written in a time of a calendar. */
export type ToInstant = (time: ICAL.Time) => number;

/**
 * The clock of a zone that the platform knows. As iCalendar says (RFC 5545, 3.3.5), a time that the
 * clock skips counts as if it had not yet changed, and of one that it shows twice the first is meant.
 */
const platformClock =
  (timeZone: string): ToInstant =>
  ({ year, month, day, hour, minute, second }) =>
    Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(
      timeZone,
      { disambiguation: 'compatible' },
    ).epochMilliseconds;

const utc = platformClock('UTC');

/** Whether a time is written with a Z at its end. */
const isUtc = (time: ICAL.Time): boolean => time.zone === ICAL.Timezone.utcTimezone;

/** Reads a time that is in UTC, or else on the clock of what it belongs to. */
export const readTime = (time: ICAL.Time, clock: ToInstant): number =>
  isUtc(time) ? utc(time) : clock(time);

/** The clock of a zone that a calendar describes itself. */
function describedClock(component: ICAL.Component): ToInstant {
  const zone = new ICAL.Timezone(component);
  return (time) => {
    const there = time.clone();
    there.zone = zone;
    return there.toUnixTime() * 1000;
  };
}

/** `Europe/London`, also at the end of a longer name that some programs make of it. */
const placeName = /[A-Z][\w+-]*\/[\w+-]+(?:\/[\w+-]+)?$/;

/** Returns the name by which the platform knows a zone, where it is a place's. */
function findPlace(names: (string | undefined)[]): string | undefined {
  const places = names.map((name) => name && placeName.exec(name)?.[0]);
  return places.find((place): place is string => place !== undefined && isTimeZone(place));
}

/** The clocks that the times of one calendar are read by. */
export type CalendarZones = ReturnType<typeof readCalendarZones>;

/**
 * Reads the zones that calendars describe. What stands in no zone, or in one that nobody knows, is on
 * the mentor's own clock.
 */
export function readCalendarZones(calendars: ICAL.Component[], ownTimeZone: string) {
  const own = platformClock(ownTimeZone);
  const clocks = new Map<string, ToInstant>();
  for (const component of calendars.flatMap((one) => one.getAllSubcomponents('vtimezone'))) {
    const id = String(component.getFirstPropertyValue('tzid') ?? '');
    const location = component.getFirstPropertyValue('x-lic-location');
    // The platform knows a place's clock for all years, and a description often for one.
    const place = findPlace([id, location ? String(location) : undefined]);
    clocks.set(id, place ? platformClock(place) : describedClock(component));
  }

  /** Finds the clock of a property's times. */
  function find(property: ICAL.Property): ToInstant {
    const [first] = property.getValues();
    const time = first instanceof ICAL.Period ? first.start : first;
    const isTime = time instanceof ICAL.Time;
    if (isTime && isUtc(time)) return utc;
    const id = property.getParameter('tzid');
    if (typeof id !== 'string' || (isTime && time.isDate)) return own;
    const known = clocks.get(id);
    if (known) return known;
    const name = findPlace([id]) ?? (isTimeZone(id) ? id : undefined);
    const clock = name ? platformClock(name) : own;
    clocks.set(id, clock);
    return clock;
  }

  /** Returns what the mentor's clock shows the same so many days after an instant. */
  const addDays = (at: number, days: number): number =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ownTimeZone).add({ days })
      .epochMilliseconds;

  return { find, addDays };
}
