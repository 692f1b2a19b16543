import windowsZones from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { type Component, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import { dayMs, quote } from './calendar-times.ts';

/** Converts a local time to an instant, both in milliseconds. */
export type Clock = (wall: number) => number;

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** A time that the clock skips or repeats uses the offset before the change (RFC 5545, 3.3.5). */
const platformClock =
  (timeZone: string): Clock =>
  (wall) =>
    zoned(wall, 'UTC').toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;

/** The time zones of CLDR, by their Windows names. */
const windowsNames = new Map(
  windowsZones.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone }) => [mapZone._other.toLowerCase(), mapZone._type]),
);

/** The platform’s time zones by city, e.g. `harare`. */
const cities = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    zone.slice(zone.lastIndexOf('/') + 1).toLowerCase(),
    zone,
  ]),
);

const placeName = /^[a-z][\w+-]*(?:\/[\w+-]+)+$|^(?:utc|gmt|zulu)$/i;

function findOnPlatform(name: string, form = /^[a-z]/i): string | undefined {
  try {
    return form.test(name) ? zoned(0, name).timeZoneId : undefined;
  } catch {
    return undefined;
  }
}

/** Finds `Europe/Berlin`, also at the end of `/mozilla.org/20050126_1/Europe/Berlin`, and Windows names. */
function findNamed(id: string): string | undefined {
  const parts = id.replaceAll('\\', '').replaceAll(' ', '_').split('/').filter(Boolean);
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  return (
    windowsNames.get(id.toLowerCase()) ??
    ends.map((name) => findOnPlatform(name, placeName)).find(Boolean)
  );
}

/** Finds the first zone of a list such as `(UTC+02:00) Harare, Pretoria` that has its offset. */
function findListed(id: string, at: number): string | undefined {
  const [, offset, list = ''] = /^\((?:UTC|GMT)\s*([+-]\d\d?[:.]?\d\d)?\)\s*(.*)$/i.exec(id) ?? [];
  const expected = offset ? parseOffset(offset.replace('.', ':')) : 0;
  const offsetAt = (zone: string, instant: number) => zoned(instant, zone).offsetNanoseconds / 1e6;
  return list
    .toLowerCase()
    .replaceAll(/\([^)]*\)|[.'’]|city of /g, '')
    .split(/[,;:/&]/)
    .map((text) => text.trim().replace('coordinated universal time', 'utc'))
    .flatMap((place) => [
      windowsNames.get(place),
      windowsNames.get(`${place.replace(/ time$| is(?:lands)?$/, '')} standard time`),
      cities.get(place.replaceAll(' ', '_')),
    ])
    .filter((zone) => zone !== undefined)
    .find((zone) => [at, at + 182 * dayMs].some((instant) => offsetAt(zone, instant) === expected));
}

/** Reads `+0200`, `+02:00` or `+2`, in milliseconds. */
function parseOffset(text: string): number {
  const [, sign, hours, minutes = 0] = /^([+-])(\d\d?):?(\d\d)?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Reads `GMT+05:30`, `UTC-3` or `+0200`. */
function offsetClock(id: string): Clock | undefined {
  const offset = /^\(?(?:UTC|GMT)?\s*([+-]\d\d?(?::?\d\d)?)\)?$/i.exec(id)?.[1];
  return offset === undefined ? undefined : (wall) => wall - parseOffset(offset);
}

/** Returns the clock of a zone that the calendar describes, unless the description is damaged. */
function describedClock({ lines }: Component): Clock | undefined {
  try {
    const text = ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n');
    const component = new ICAL.Component(ICAL.parse(text));
    const needed = ['dtstart', 'tzoffsetfrom', 'tzoffsetto'];
    const parts = component.getAllSubcomponents();
    if (!parts[0] || !parts.every((part) => needed.every((name) => part.hasProperty(name))))
      return undefined;
    const zone = new ICAL.Timezone(component);
    const clock = (wall: number) =>
      wall - zone.utcOffset(ICAL.Time.fromJSDate(new Date(wall), true)) * 1000;
    return Number.isFinite(clock(0)) ? clock : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the clocks for the times in one calendar. */
export interface CalendarZones {
  /**
   * Returns a time zone’s clock, or the mentor’s without one. Throws CalendarError for an unknown
   * time zone.
   */
  find: (id: string | undefined) => Clock;
}

/**
 * Reads the time zones that a calendar describes. A description often covers a single year, so it
 * is only used for names that the platform does not know.
 */
export function readCalendarZones(
  components: Component[],
  ownTimeZone: string,
  at: number,
): CalendarZones {
  const own = platformClock(ownTimeZone);
  const clocks = new Map<string, Clock | undefined>();
  const described = new Map(
    components
      .filter(({ kind }) => kind === 'VTIMEZONE')
      .map((zone) => [readText(zone, 'TZID').toLowerCase(), zone]),
  );

  function makeClock(id: string): Clock | undefined {
    const zone = described.get(id.toLowerCase());
    const location = zone && findOnPlatform(readText(zone, 'X-LIC-LOCATION'), placeName);
    const name = findNamed(id) ?? location;
    if (name) return platformClock(name);
    const clock = zone && describedClock(zone);
    if (clock) return clock;
    const other = findOnPlatform(id) ?? findNamed(id.replace(/ \d+$/, '')) ?? findListed(id, at);
    return other ? platformClock(other) : offsetClock(id);
  }

  function find(id: string | undefined): Clock {
    if (!id) return own;
    if (!clocks.has(id)) clocks.set(id, makeClock(id));
    const clock = clocks.get(id);
    if (!clock) throw new CalendarError(`Its time zone ${quote(id)} is unknown.`);
    return clock;
  }

  return { find };
}
