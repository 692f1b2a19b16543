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
const limits = { maxIterations: 20_000, maxCandidateEvaluations: 200_000 };

/** Returns when a series repeats within a window. Throws CalendarError. */
export function followRule(
  text: string,
  start: Moment,
  { zones, ...window }: Window & { zones: CalendarZones },
): Moment[] {
  const rule = text.toUpperCase().replaceAll(/\s/g, '');
  const until = /(?:^|;)UNTIL=([^;]*)/.exec(rule)?.[1];
  // The library gets local times as UTC, because calendars may describe their own time zones.
  const moments = expand(rule.replace(/(^|;)UNTIL=[^;]*/, '$1'), start.wall, window).map(
    (wall): Moment => ({ ...start, wall, at: start.clock(wall) }),
  );
  if (until === undefined) return moments;
  const isUtc = until.endsWith('Z');
  const last = readMoment(`DTSTART:${until}`, isUtc ? zones : { find: () => start.clock });
  return moments.filter(({ at, wall }) => (last.isDate ? wall < last.wall + dayMs : at <= last.at));
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
