import { CalendarError } from './calendar-error.ts';

/** A date or a time as a calendar writes it. */
export interface WrittenTime {
  /** What the clock shows, in milliseconds as if it were UTC. */
  wall: number;
  isDate: boolean;
  /** How far the clock is ahead of UTC, in milliseconds, where the text says so itself. */
  offset: number | undefined;
}

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** `20270112T180000Z`, also without seconds and as ISO 8601 writes it. */
const written =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d:?(?:\d\d)?)?)?$/i;

export const quote = (text: string) => `“${[...text].slice(0, 60).join('')}”`;

/** Reads a date or a time; as a date alone if asked to. Throws CalendarError. */
export function parseTime(text: string, isDateOnly = false): WrittenTime {
  const [, year, month, day, hour, minute = 0, second = 0, zone] = written.exec(text.trim()) ?? [];
  const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDay = new Date(midnight).getUTCDate() === Number(day) && Number(month) <= 12;
  // 24:00 is the end of a day in ISO 8601.
  const isTime = Number(hour ?? 0) <= 24 && Number(minute) <= 59 && Number(second) <= 60;
  if (!isDay || !isTime) throw new CalendarError(`${quote(text)} is not a date or time.`);
  const isDate = isDateOnly || hour === undefined;
  const clock = (Number(hour ?? 0) * 60 + Number(minute)) * minuteMs + Number(second) * 1000;
  return {
    wall: midnight + (isDate ? 0 : clock),
    isDate,
    offset: isDate || !zone ? undefined : parseOffset(zone),
  };
}

/** Reads `Z`, `+0200`, `+02:00` or `+2`, in milliseconds. Throws CalendarError. */
export function parseOffset(text: string): number {
  if (/^Z$/i.test(text)) return 0;
  const [, sign, hours, minutes = 0] = /^([+-])(\d\d?):?(\d\d)?(?:\d\d)?$/.exec(text) ?? [];
  if (!sign) throw new CalendarError(`${quote(text)} is not an offset from UTC.`);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

const duration =
  /^([+-]?)P(?=\d|T\d)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** Reads `PT1H30M` or `P2D`, in milliseconds. Throws CalendarError. */
export function parseDuration(text: string): number {
  const found = duration.exec(text.trim());
  if (!found) throw new CalendarError(`${quote(text)} is not a duration.`);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((digits) => Number(digits ?? 0));
  const clock = (hours * 60 + minutes) * minuteMs + seconds * 1000;
  return (found[1] === '-' ? -1 : 1) * ((weeks * 7 + days) * dayMs + clock);
}
