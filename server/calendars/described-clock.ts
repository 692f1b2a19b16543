import { type Component, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import { dayMs, parseOffset, parseTime } from './calendar-times.ts';
import type { Clock } from './calendar-zones.ts';
import { followRule } from './repetitions.ts';

/** From what the clock shows on, it is ahead of UTC by `to` instead of `from`. */
interface ClockChange {
  since: number;
  from: number;
  to: number;
}

/** Lists when a clock is changed until it shows this. */
function readChanges(part: Component, wall: number): ClockChange[] {
  const from = parseOffset(readText(part, 'TZOFFSETFROM'));
  const to = parseOffset(readText(part, 'TZOFFSETTO'));
  const start = parseTime(readText(part, 'DTSTART'));
  const window = { from: start.wall, to: wall };
  const repeated = part.properties
    .filter(({ name }) => name === 'RRULE')
    .flatMap(({ value }) => followRule(value, { start, clock: (at) => at - from }, window));
  const added = part.properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(','))
    .map((text) => parseTime(text).wall);
  // A skipped time counts as if the clock had not yet changed.
  return [start.wall, ...added, ...repeated].map((change) => ({
    ...{ since: change + Math.max(0, to - from), from, to },
  }));
}

/** Returns the clock of a zone that a calendar describes itself, unless the description is damaged. */
export function describedClock(zone: Component): Clock | undefined {
  const offsets = new Map<number, ClockChange[]>();
  const listChanges = (wall: number) => {
    const month = Math.floor(wall / (30 * dayMs));
    const known = offsets.get(month);
    if (known) return known;
    const changes = zone.parts
      .flatMap((part) => readChanges(part, (month + 1) * 30 * dayMs))
      .sort((a, b) => a.since - b.since);
    offsets.set(month, changes);
    return changes;
  };
  const clock = (wall: number): number => {
    const changes = listChanges(wall);
    const last = changes.findLast(({ since }) => since <= wall);
    return wall - (last?.to ?? changes[0]?.from ?? 0);
  };
  try {
    return listChanges(0).length > 0 ? clock : undefined;
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}
