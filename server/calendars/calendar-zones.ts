import windowsZones from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import { Temporal } from 'temporal-polyfill';
import { type Component, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import type { Property } from './calendar-lines.ts';
import { dayMs, parseOffset, quote, type WrittenTime } from './calendar-times.ts';
import { describedClock } from './described-clock.ts';

/** Returns the instant, in milliseconds, at which a clock shows a time. */
export type Clock = (wall: number) => number;

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/**
 * The clock of a zone that the platform knows. As RFC 5545 (3.3.5) says, a time that the clock skips
 * counts as if it had not yet changed, and a time that it shows twice is the first one.
 */
const platformClock =
  (timeZone: string): Clock =>
  (wall) =>
    zoned(wall, 'UTC').toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;

const fixedClock =
  (offset: number): Clock =>
  (wall) =>
    wall - offset;

/** CLDR’s zone for each name that Windows uses, in lower case. */
const windowsNames = new Map(
  windowsZones.supplemental.windowsZones.mapTimezones
    .map(({ mapZone }) => mapZone)
    .filter(({ _territory }) => _territory === '001')
    .map(({ _other, _type }) => [_other.toLowerCase(), _type]),
);

/** Returns the name if the platform knows it as a place’s zone or as UTC. */
function findPlace(name: string): string | undefined {
  if (!/^[a-z][\w+-]*(?:\/[\w+-]+)+$|^(?:utc|gmt|zulu)$/i.test(name)) return undefined;
  return findOnPlatform(name);
}

function findOnPlatform(name: string): string | undefined {
  try {
    // A bare offset counts as a zone here, but not in a calendar’s names.
    return /^[a-z]/i.test(name) ? zoned(0, name).timeZoneId : undefined;
  } catch {
    return undefined;
  }
}

/** Finds `Europe/Berlin`, also at the end of `/mozilla.org/20050126_1/Europe/Berlin`, and Windows names. */
function findNamed(id: string): string | undefined {
  const parts = id.replaceAll('\\', '').replaceAll(' ', '_').split('/').filter(Boolean);
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  return windowsNames.get(id.toLowerCase()) ?? ends.map(findPlace).find(Boolean);
}

const areas = 'Africa America Asia Atlantic Australia Europe Indian Pacific'.split(' ');
const countries = ['US', 'Canada'];

/** What Windows shows for zones that neither their name in CLDR nor a place’s name gives. */
const otherPlaces: Record<string, string> = {
  'west central africa': 'Africa/Lagos',
  'port louis': 'Indian/Mauritius',
  brasilia: 'America/Sao_Paulo',
  salvador: 'America/Bahia',
  chetumal: 'America/Cancun',
  indiana: 'America/Indianapolis',
  'baja california': 'America/Tijuana',
  'saint pierre and miquelon': 'America/Miquelon',
  'international date line west': 'Etc/GMT+12',
  'sri jayawardenepura': 'Asia/Colombo',
  'solomon is': 'Pacific/Guadalcanal',
  nukualofa: 'Pacific/Tongatapu',
};

/** Finds the zones that one place may mean, of those that Exchange and Outlook list. */
function findShownPlace(shown: string, isListed: boolean): (string | undefined)[] {
  const place = shown.replaceAll(/[.'’]/g, '').trim();
  const city = place.replace(/^city of | is(?:lands?)?$/gi, '').replaceAll(' ', '_');
  const name = place.replace(/ time$/i, '');
  const utc = /^coordinated universal time([+-]\d+)?$/i.exec(place);
  return [
    utc ? (windowsNames.get(`utc${utc[1] ?? ''}`) ?? 'UTC') : undefined,
    otherPlaces[place.toLowerCase()],
    // “Central” alone may be anywhere.
    ...(isListed || name !== place
      ? [place, name, name.replace(/ is$/i, '')].map((one) =>
          windowsNames.get(`${one} standard time`.toLowerCase()),
        )
      : []),
    ...[...areas, ...(isListed ? countries : [])].map((area) => findPlace(`${area}/${city}`)),
  ];
}

/**
 * Finds what Exchange and Outlook show, such as `(UTC+02:00) Harare, Pretoria`: the first of its
 * places whose clock has that offset in this half of the year or the next.
 */
function findShown(id: string, at: number): string | undefined {
  const [, prefix, offset, list = ''] =
    /^(\((?:UTC|GMT)\s*([+-]\d\d?[:.]?\d\d)?\))?\s*(.*)$/i.exec(id) ?? [];
  const expected = offset ? parseOffset(offset.replace('.', ':')) : 0;
  const isFitting = (zone: string) =>
    !prefix ||
    [at, at + 182 * dayMs].some(
      (instant) => zoned(instant, zone).offsetNanoseconds / 1e6 === expected,
    );
  return list
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[,;:/&]|\s-\s/)
    .flatMap((place) => findShownPlace(place, prefix !== undefined))
    .find((zone) => zone !== undefined && isFitting(zone));
}

/** `GMT+05:30`, `UTC-3` or `+0200`, and what Windows calls `UTC+12`: ahead of UTC by so much. */
function findOffset(id: string): Clock | undefined {
  const [, offset] = /^\(?(?:UTC|GMT)?\s*([+-]\d\d?(?::?\d\d)?)\)?$/i.exec(id) ?? [];
  return offset === undefined ? undefined : fixedClock(parseOffset(offset));
}

/** The clocks by which the times of one calendar are read. */
export type CalendarZones = ReturnType<typeof readCalendarZones>;

/**
 * Reads the zones that a calendar describes. The platform knows a place’s clock for all years, and a
 * description often for one: it counts where the name says nothing. Times without a zone, and whole
 * days, are on the mentor’s own clock.
 */
export function readCalendarZones(components: Component[], ownTimeZone: string, at: number) {
  const own = platformClock(ownTimeZone);
  const clocks = new Map<string, Clock | undefined>();
  const described = new Map(
    components
      .filter(({ kind }) => kind === 'VTIMEZONE')
      .map((zone) => [readText(zone, 'TZID').toLowerCase(), zone]),
  );

  function makeClock(id: string): Clock | undefined {
    const zone = described.get(id.toLowerCase());
    const location = zone && findPlace(readText(zone, 'X-LIC-LOCATION'));
    const name = findNamed(id) ?? location;
    if (name) return platformClock(name);
    const clock = zone && describedClock(zone);
    if (clock) return clock;
    const other = findOnPlatform(id) ?? findNamed(id.replace(/ \d+$/, '')) ?? findShown(id, at);
    return other ? platformClock(other) : findOffset(id);
  }

  /** Finds the clock of a time. Throws CalendarError for a zone that is unknown. */
  function find({ offset, isDate }: WrittenTime, { params }: Property): Clock {
    if (offset !== undefined) return fixedClock(offset);
    const id = params.get('TZID');
    if (!id || isDate) return own;
    if (!clocks.has(id)) clocks.set(id, makeClock(id));
    const clock = clocks.get(id);
    if (!clock) throw new CalendarError(`Its time zone ${quote(id)} is unknown.`);
    return clock;
  }

  /** What the mentor’s clock shows at an instant. */
  const toOwnWall = (instant: number): number =>
    instant + zoned(instant, ownTimeZone).offsetNanoseconds / 1e6;

  return { find, own, toOwnWall };
}
