import { RRuleTemporal } from 'rrule-temporal';
import { CalendarError } from './calendar-error.ts';
import { dayMs, type Moment, quote, readMoment } from './calendar-times.ts';
import type { CalendarZones } from './calendar-zones.ts';

/** The earliest and the latest requested start, in local time. */
interface Window {
  from: number;
  to: number;
}

/** Limits the time that one rule takes. */
const limits = { maxIterations: 20_000, maxCandidateEvaluations: 100_000 };

/** Returns when a series repeats within a window. Throws CalendarError. */
export function followRule(
  text: string,
  start: Moment,
  { zones, ...window }: Window & { zones: CalendarZones },
): Moment[] {
  const rule = text.toUpperCase().replaceAll(/[\s"]/g, '');
  const until = /(?:^|;)UNTIL=([^;]*)/.exec(rule)?.[1];
  // The library gets local times as UTC, because calendars may describe their own time zones.
  const parts = rule.replace(/(^|;)UNTIL=[^;]*/, '$1');
  const walls = repeatEvenly(parts, start.wall, window) ?? expand(parts, start.wall, window);
  const moments = walls.map((wall): Moment => ({ ...start, wall, at: start.clock(wall) }));
  if (until === undefined) return moments;
  const end = { name: 'UNTIL', parameters: '', value: until };
  const last = readMoment(end, zones, start.clock);
  return moments.filter(({ at, wall }) => (last.isDate ? wall < last.wall + dayMs : at <= last.at));
}

const steps: Record<string, number> = { DAILY: dayMs, WEEKLY: 7 * dayMs };
const isPositive = (count: number) => Number.isSafeInteger(count) && count > 0;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * Returns the repetitions of the most common rules, every few days or weeks, without the years
 * before the window. The library takes up to a second for each of them.
 */
function repeatEvenly(rule: string, start: number, { from, to }: Window): number[] | undefined {
  const parts = rule.split(';').filter(Boolean);
  const given = new Map(
    parts.map((part) => [part.replace(/=.*/, ''), part.replace(/^[^=]*=?/, '')]),
  );
  const unit = steps[given.get('FREQ') ?? ''];
  const interval = Number(given.get('INTERVAL') ?? 1);
  const count = Number(given.get('COUNT') ?? Number.POSITIVE_INFINITY);
  const isKnown = [...given.keys()].every((name) =>
    /^(?:FREQ|INTERVAL|COUNT|BYDAY|WKST)$/.test(name),
  );
  const isPlain = isPositive(interval) && (isPositive(count) || !given.has('COUNT'));
  if (!unit || !isKnown || !isPlain || given.size < parts.length) return undefined;
  const names = given.get('BYDAY')?.split(',');
  const days = new Set(names?.map((name) => weekdays.indexOf(name)));
  const isEveryWeek = unit === steps.WEEKLY && interval === 1 && !given.has('COUNT');
  if (names && (!isEveryWeek || days.has(-1))) return undefined;
  const step = unit * interval;
  const first = new Date(start).getUTCDay();
  const starts = names ? [...days].map((day) => start + ((day - first + 7) % 7) * dayMs) : [start];
  const walls: number[] = [];
  for (const own of starts) {
    const last = Math.min(to, own + (count - 1) * step);
    const next = own + Math.max(0, Math.ceil((from - own) / step)) * step;
    if ((last - next) / step > limits.maxIterations) return undefined;
    for (let wall = next; wall <= last; wall += step) walls.push(wall);
  }
  return walls.sort((one, other) => one - other);
}

function expand(rule: string, start: number, { from, to }: Window): number[] {
  const dtstart = new Date(start).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const rruleString = `DTSTART:${dtstart}\nRRULE:${rule.replaceAll(/;+/g, ';').replace(/^;|;$/g, '')}`;
  let found: RRuleTemporal;
  try {
    found = new RRuleTemporal({ rruleString, strict: true, cache: false, ...limits });
  } catch {
    throw new CalendarError(`Its repeat rule ${quote(rule)} can’t be read.`);
  }
  try {
    return found
      .between(new Date(from), new Date(to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds);
  } catch {
    throw new CalendarError('It repeats too often to process.');
  }
}
