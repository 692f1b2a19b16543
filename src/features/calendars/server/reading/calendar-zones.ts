import windowsZones from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { type Component, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import { dayMs, quote } from './calendar-times.ts';
import { outlookPlaces } from './outlook-places.ts';

/** Converts a local time to an instant, both in milliseconds. */
export type Clock = (wall: number) => number;

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** A time that the clock skips or repeats uses the offset before the change (RFC 5545, 3.3.5). */
const platformClock =
  (timeZone: string): Clock =>
  (wall) =>
    zoned(wall, 'UTC').toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;

const withoutDots = (name: string) => name.toLowerCase().replaceAll('.', '');

/** The time zones of CLDR, by their Windows names. */
const windowsNames = new Map(
  windowsZones.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone }) => [withoutDots(mapZone._other), mapZone._type]),
);

/** Finds a time zone by its Windows name, such as `W. Europe Standard Time`. */
const findOnWindows = (name: string): string | undefined =>
  windowsNames.get(withoutDots(name).replace(/ (?:daylight|summer) time$/, ' standard time'));

/** The platform’s time zones by city, e.g. `harare`. */
const cities = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    zone.slice(zone.lastIndexOf('/') + 1).toLowerCase(),
    zone,
  ]),
);

/** Longer names of zones are damaged. */
const maxName = 300;

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
  return findOnWindows(id) ?? ends.map((name) => findOnPlatform(name, placeName)).find(Boolean);
}

/** Returns the time zones that a place in Outlook’s names may mean, e.g. `chennai` or `eastern time`. */
const findPlace = (place: string): string[] =>
  [
    findOnWindows(outlookPlaces.get(place) ?? place),
    findOnWindows(place.replace(/ time$/, ' standard time')),
    cities.get(place.replaceAll(' ', '_')),
  ].filter((zone) => zone !== undefined);

/** Splits a name such as `(UTC+02:00) Harare, Pretoria` into its offset and its places. */
function readOutlookName(id: string): { offset: number | undefined; places: string[] } {
  const [prefix = '', offset] =
    /^\(?(?:UTC|GMT)\s*([+\u2212-]\d\d?[:.]?(?:\d\d)?)?\)?(?=\s|[a-z])/i.exec(id) ?? [];
  const places = id
    .slice(prefix.length)
    .toLowerCase()
    .replaceAll(
      /\([^()]*\)|[.'’]|city of | - (?:new|old)$| and miquelon$|greenwich mean time *: /g,
      '',
    )
    .split(/[,;:/&]| and /)
    .map((text) => text.trim())
    .filter(Boolean);
  if (prefix === '') return { offset: undefined, places };
  const text = offset?.replace('.', ':').replace('\u2212', '-');
  return { offset: text ? parseOffset(text) : 0, places };
}

/**
 * Finds the time zone of an Outlook name: the first place that has its offset. Without an offset,
 * all places must have the same time.
 */
function findListed(id: string, at: number): string | undefined {
  const { offset, places } = readOutlookName(id);
  const offsetsOf = (zone: string) =>
    [at, at + 182 * dayMs].map((instant) => zoned(instant, zone).offsetNanoseconds / 1e6);
  const found = places.map(findPlace);
  if (offset !== undefined) return found.flat().find((zone) => offsetsOf(zone).includes(offset));
  const first = found[0]?.[0];
  if (!first) return undefined;
  const isSame = (zone: string) => String(offsetsOf(zone)) === String(offsetsOf(first));
  return found.every((zones) => zones.some(isSame)) ? first : undefined;
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
    const text = ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n').toUpperCase();
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
  /** The mentor’s clock. */
  own: Clock;
  /** Returns a time zone’s clock. Throws CalendarError for an unknown one. */
  find: (id: string) => Clock;
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

  function find(id: string): Clock {
    if (!clocks.has(id)) clocks.set(id, id.length > maxName ? undefined : makeClock(id));
    const clock = clocks.get(id);
    if (!clock) throw new CalendarError(`Its time zone ${quote(id)} is unknown.`);
    return clock;
  }

  return { own, find };
}
