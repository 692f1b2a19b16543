import ICAL from 'ical.js';
import { CalendarError } from './calendar-error.ts';
import type { CalendarZones, Clock } from './calendar-zones.ts';

export const dayMs = 86_400_000;

/** A date or a time of a calendar. */
export interface Moment {
  /** The instant, in milliseconds. */
  at: number;
  /** The local time, in milliseconds as if it were UTC. */
  wall: number;
  /** Converts other times in the same time zone to instants. */
  clock: Clock;
  isDate: boolean;
  /** The end, if the calendar gives a period. */
  endsAt?: number | undefined;
}

export const quote = (text: string) => `“${[...text].slice(0, 60).join('')}”`;

// Accepts dates without VALUE=DATE, which many programs write.
ICAL.design.strict = false;

/** Reads the dates, times or periods of a property. Throws CalendarError. */
export function readMoments(line: string, zones: CalendarZones): Moment[] {
  // Exchange writes zones such as `(UTC+02:00) Harare, Pretoria` without quotes.
  const quoted = line.replace(/;TZID=([^":;]+[:;][^"]*?)(?=:\d{8})/i, ';TZID="$1"');
  const property = parse(line, () => ICAL.Property.fromString(quoted));
  const zone = property.getFirstParameter('tzid');
  return parse(line, () => property.getValues()).map((value: unknown) => {
    if (!(value instanceof ICAL.Period)) return toMoment(value, line, { zone, zones });
    const start = toMoment(value.start, line, { zone, zones });
    const endsAt = value.end
      ? toMoment(value.end, line, { zone, zones }).at
      : start.at + value.duration.toSeconds() * 1000;
    if (endsAt < start.at) throw new CalendarError('It ends before it starts.');
    return { ...start, endsAt };
  });
}

/** Reads a property with a single date or time. Throws CalendarError. */
export function readMoment(line: string, zones: CalendarZones): Moment {
  const [moment] = readMoments(line, zones);
  if (!moment) throw notATime(line);
  return moment;
}

/** Reads `PT1H30M` or `P2D`, in milliseconds. Throws CalendarError. */
export function readDuration(text: string): number {
  if (!ICAL.Duration.isValueString(text))
    throw new CalendarError(`${quote(text)} is not a duration.`);
  return parse(text, () => ICAL.Duration.fromString(text)).toSeconds() * 1000;
}

const notATime = (line: string) =>
  new CalendarError(`${quote(line.slice(line.indexOf(':') + 1))} is not a date or time.`);

function parse<Value>(line: string, read: () => Value): Value {
  try {
    return read();
  } catch {
    throw notATime(line);
  }
}

interface Zone {
  zone: string | undefined;
  zones: CalendarZones;
}

function toMoment(value: unknown, line: string, { zone, zones }: Zone): Moment {
  if (!(value instanceof ICAL.Time)) throw notATime(line);
  const { year, month, day, hour, minute, second, isDate } = value;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const isUtc = value.zone === ICAL.Timezone.utcTimezone;
  const clock = isUtc ? (time: number) => time : zones.find(isDate ? undefined : zone);
  return { at: clock(wall), wall, clock, isDate };
}
