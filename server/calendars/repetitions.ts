import { CalendarError } from './calendar-error.ts';
import { dayMs, parseTime, quote, type WrittenTime } from './calendar-times.ts';
import type { Clock } from './calendar-zones.ts';
import { type Rule, TooOftenError, walkDays } from './walk-days.ts';

interface Series {
  start: WrittenTime;
  clock: Clock;
}

/** What the clock shows at the earliest and the latest beginning that is asked for. */
interface Window {
  from: number;
  to: number;
}

const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)';

/** Whole numbers between these, from the end as well where they may be negative. */
const numbers: Record<string, [from: number, to: number, isSigned?: boolean]> = {
  COUNT: [1, 1e9],
  INTERVAL: [1, 1e6],
  BYMONTH: [1, 12],
  BYMONTHDAY: [1, 31, true],
  BYYEARDAY: [1, 366, true],
  BYWEEKNO: [1, 53, true],
  BYSETPOS: [1, 366, true],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 59],
};

const texts: Record<string, RegExp> = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY|SECONDLY)$/,
  WKST: new RegExp(`^${weekday}$`),
  RSCALE: /^GREGORIAN$/,
  SKIP: /^OMIT$/,
};

function isPart(key: string, value: string, freq: string | undefined): boolean {
  if (key === 'BYDAY') {
    const place = freq === 'MONTHLY' ? '[1-5]' : '(?:[1-9]|[1-4]\\d|5[0-3])';
    const day = new RegExp(`^(?:[+-]?${place})?${weekday}$`);
    return value.split(',').every((one) => day.test(one));
  }
  const range = numbers[key];
  if (!range) return texts[key]?.test(value) ?? false;
  const [from, to, isSigned] = range;
  return value.split(',').every((one) => {
    const number = Math.abs(Number(one));
    const isWhole = isSigned ? /^[+-]?\d+$/.test(one) : /^\d+$/.test(one);
    return isWhole && number >= from && number <= to;
  });
}

/** Combinations that RFC 5545 (3.3.10) forbids. */
function isForbidden(rule: ReadonlyMap<string, string>): boolean {
  const freq = rule.get('FREQ') ?? '';
  const hasPlaces = /\d/.test(rule.get('BYDAY') ?? '');
  return (
    (rule.has('BYWEEKNO') && (freq !== 'YEARLY' || hasPlaces)) ||
    (rule.has('BYYEARDAY') && /^(?:DAILY|WEEKLY|MONTHLY)$/.test(freq)) ||
    (rule.has('BYMONTHDAY') && freq === 'WEEKLY') ||
    (hasPlaces && !/^(?:MONTHLY|YEARLY)$/.test(freq)) ||
    (rule.has('BYSETPOS') && [...rule.keys()].filter((key) => key.startsWith('BY')).length === 1)
  );
}

/** Reads the parts of a rule. Throws CalendarError unless all of them are understood. */
function parseParts(text: string): Map<string, string> {
  const parts = text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .filter((part) => part !== '' && !part.startsWith('X-'))
    .map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']);
  const rule = new Map(parts);
  const isKnown = parts.every(
    ([key, value]) => key === 'UNTIL' || isPart(key, value, rule.get('FREQ')),
  );
  if (!isKnown || rule.size < parts.length || !rule.has('FREQ') || isForbidden(rule))
    throw new CalendarError(`Its repeat rule ${quote(text)} can’t be read.`);
  return rule;
}

function toRule(parts: ReadonlyMap<string, string>): Rule {
  const list = (key: string) => parts.get(key)?.split(',').map(Number);
  return {
    freq: parts.get('FREQ') as Rule['freq'],
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    weekStart: parts.get('WKST') ?? 'MO',
    byMonth: list('BYMONTH'),
    byMonthDay: list('BYMONTHDAY'),
    byYearDay: list('BYYEARDAY'),
    byWeekNo: list('BYWEEKNO'),
    byDay: parts.get('BYDAY')?.replaceAll('+', '').split(','),
    byHour: list('BYHOUR'),
    byMinute: list('BYMINUTE'),
    bySecond: list('BYSECOND'),
    bySetPos: list('BYSETPOS'),
  };
}

/** A rule that fits no date in so long never does. */
const longest = 40 * 366 * dayMs;

/** Returns what the clock shows when a series repeats within a window. Throws CalendarError. */
export function followRule(text: string, { start, clock }: Series, window: Window): number[] {
  const parts = parseParts(text);
  const rule = toRule(parts);
  const walls = walk(rule, start.wall, window);
  if (walls.length === 0) {
    const ever = { from: start.wall, to: start.wall + longest };
    if (walk({ ...rule, count: 1 }, start.wall, ever).length === 0)
      throw new CalendarError('Its repeat rule matches no date.');
  }
  const until = parts.get('UNTIL');
  if (until === undefined) return walls;
  // The end is often written in another zone than the start, so it is compared as an instant.
  const end = parseTime(until);
  const last = end.offset === undefined ? clock(end.wall) : end.wall - end.offset;
  return walls.filter((wall) => (end.isDate ? wall < end.wall + dayMs : clock(wall) <= last));
}

function walk(rule: Rule, start: number, window: Window): number[] {
  try {
    return walkDays(rule, start, window);
  } catch (error) {
    if (!(error instanceof TooOftenError)) throw error;
    throw new CalendarError('It repeats too often to process.');
  }
}
