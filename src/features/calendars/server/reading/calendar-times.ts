import { Temporal } from 'temporal-polyfill';
import { findParameter, isOfDates, type Property } from './calendar-components.ts';
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

/** Shortens a text that the mentor sees. */
export const shorten = (text: string) => [...text.slice(0, 120)].slice(0, 60).join('');

export const quote = (text: string) => `“${shorten(text)}”`;

/**
 * Reads a property with a single date, time or period. A time without a time zone uses the clock
 * `floating`, which is the mentor’s by default. Throws CalendarError.
 */
export function readMoment(
  property: Property,
  zones: CalendarZones,
  floating: Clock = zones.own,
): Moment {
  const [start = '', end, ...others] = property.value.split(/\/(?=\s*(?:\d|[+-]?P))/i);
  const toMoment = (value: string): Moment => {
    const found = others.length === 0 ? parseTime(value) : undefined;
    if (!found) throw new CalendarError(`${quote(property.value)} is not a date or time.`);
    const { wall, offset } = found;
    // Some programs write a day as the midnight at its start.
    const isDay = isOfDates(property) && wall % dayMs === 0;
    const isDate = found.isDate || isDay;
    const zone = findParameter(property, 'TZID');
    const findClock = (): Clock => {
      if (isDate) return zones.own;
      if (offset !== undefined) return (time) => time - offset;
      return zone ? zones.find(zone) : floating;
    };
    const clock = findClock();
    return { at: clock(wall), wall, clock, isDate };
  };
  const moment = toMoment(start);
  if (end === undefined) return moment;
  const endsAt = /^\s*[+-]?P/i.test(end) ? moment.at + readDuration(end) : toMoment(end).at;
  if (endsAt < moment.at) throw new CalendarError('It ends before it starts.');
  return { ...moment, endsAt };
}

const timeForm =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:Z|T?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?(?:(Z)|([+-])(\d\d):?(\d\d))?(?:\[[^\]]*\])?)?;*$/;

/** Reads `20270114T170000Z`, ISO 8601, and what lies between them. Times are in milliseconds. */
export function parseTime(
  text: string,
): { wall: number; isDate: boolean; offset: number | undefined } | undefined {
  const compact = text.slice(0, 200).replaceAll(/[\s"'\p{Cf}]/gu, '');
  const found = timeForm.exec(compact.toUpperCase());
  if (!found) return undefined;
  const [, year, month, day, hour, minute = '00', second = '00', utc, sign, hours, minutes] = found;
  const isMidnight = hour === '24' && minute === '00' && second === '00';
  const clock = `${isMidnight ? '00' : (hour ?? '00')}:${minute}:${second === '60' ? '59' : second}`;
  const iso = `${year}-${month}-${day}T${clock}.000Z`;
  const wall = Date.parse(iso);
  // The platform turns 30 February into 2 March.
  if (Number.isNaN(wall) || new Date(wall).toISOString() !== iso) return undefined;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const given = sign === '-' ? -ahead : ahead;
  return {
    wall: isMidnight ? wall + dayMs : wall,
    isDate: hour === undefined,
    offset: utc ? 0 : sign ? given : undefined,
  };
}

/** Reads `PT1H30M` or `P2D`, in milliseconds. Throws CalendarError. */
export function readDuration(text: string): number {
  // Some programs leave out the T where it is clear.
  const compact = text
    .slice(0, 200)
    .replaceAll(/[\s";]/g, '')
    .replace(/^([+-]?P(?:\d+W)?(?:\d+D)?)(?=\d+[HS])/i, '$1T');
  try {
    const duration = Temporal.Duration.from(compact);
    if (duration.years === 0 && duration.months === 0)
      return duration.total({ unit: 'milliseconds', relativeTo: '1970-01-01' });
  } catch {
    // It is reported below.
  }
  throw new CalendarError(`${quote(text)} is not a duration.`);
}
