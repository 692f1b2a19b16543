import type { Span } from '#domain/slots.ts';
import { CalendarError } from './calendar-error.ts';
import type { Property } from './calendar-lines.ts';
import { dayMs } from './calendar-times.ts';
import type { CalendarZones } from './calendar-zones.ts';
import { type CalendarEvent, readPeriod, readStart, type Start } from './read-event.ts';
import { followRule } from './repetitions.ts';

interface ListOptions {
  /** What changes repetitions of this event. */
  changed: CalendarEvent[];
  zones: CalendarZones;
  /** Nothing else is asked for. */
  span: Span;
  /** Whether rules have taken too long already. */
  isLate: boolean;
  /** Notes what cannot be read of it. */
  note: (reason: string) => void;
}

/** Yields when an event takes up time within a span, as often as it repeats, in milliseconds. */
export function* listStarts(event: CalendarEvent, options: ListOptions) {
  const { changed, zones } = options;
  const isLeftOut = toLookup(event, [
    ...readNamed(event, 'EXDATE', options),
    ...follow(event, 'EXRULE', options),
    ...changed.flatMap(({ replaces }) => replaces ?? []),
  ]);
  const first: Start = { at: event.startsAt, wall: event.start.wall, isDate: event.start.isDate };
  const starts = [first, ...follow(event, 'RRULE', options), ...readNamed(event, 'RDATE', options)];
  for (const start of new Map(starts.map((one) => [one.at, one])).values()) {
    if (isLeftOut(start)) continue;
    const onwards = findChangeOnwards(changed, start.at);
    const { isBusy, length } = onwards ?? event;
    if (!isBusy) continue;
    const shift = onwards ? onwards.startsAt - (onwards.replaces?.at ?? 0) : 0;
    const from = start.at + shift;
    const end = start.isDate ? zones.own(start.wall + shift + length) : from + length;
    yield { from, to: onwards ? end : (start.end ?? end) };
  }
}

/** Returns the latest change that holds from some repetition on. */
const findChangeOnwards = (changed: CalendarEvent[], at: number): CalendarEvent | undefined =>
  changed
    .filter(({ isOnwards, replaces }) => isOnwards && replaces && replaces.at <= at)
    .sort((a, b) => (a.replaces?.at ?? 0) - (b.replaces?.at ?? 0))
    .at(-1);

/** Follows the rules of an event as far back as what they make may reach into the span. */
function follow(event: CalendarEvent, name: string, options: ListOptions): Start[] {
  const { changed, span, isLate, note } = options;
  const reach = [event, ...changed].map(
    ({ length, replaces, startsAt }) => length + Math.abs(startsAt - (replaces?.at ?? startsAt)),
  );
  const window = {
    from: span.from.getTime() - Math.max(...reach) - 2 * dayMs,
    to: span.to.getTime() + Math.max(...reach) + 2 * dayMs,
  };
  const { isDate } = event.start;
  const followOne = ({ value }: Property): Start[] => {
    if (isLate) throw new CalendarError('This calendar’s repeat rules take too long to process.');
    return followRule(value, event, window).map((wall) => ({
      at: event.clock(wall),
      wall,
      isDate,
    }));
  };
  return readEach(event, name, followOne, (reason) =>
    note(`${reason} We only use its first date and its single dates.`),
  );
}

/** Reads the single dates of a property. An empty one names none. */
function readNamed(event: CalendarEvent, name: string, { zones, note }: ListOptions): Start[] {
  const read = name === 'RDATE' ? readPeriod : readStart;
  return readEach(
    event,
    name,
    (property) => read(property, property.value, zones),
    (reason) => note(`${reason} This date is not ${name === 'RDATE' ? 'added' : 'left out'}.`),
  );
}

/** Reads the values of a property one by one. Notes those that cannot be read. */
function readEach(
  { component, isBusy }: CalendarEvent,
  name: string,
  read: (property: Property) => Start | Start[],
  note: (reason: string) => void,
): Start[] {
  const isRule = name.endsWith('RULE');
  const properties = component.properties.filter((property) => property.name === name);
  return properties.flatMap((property) =>
    (isRule ? [property.value] : property.value.split(',').filter(Boolean)).flatMap((value) => {
      try {
        return read({ ...property, value });
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        if (isBusy) note(error.message);
        return [];
      }
    }),
  );
}

const dayOf = (wall: number) => Math.floor(wall / dayMs);

/** Returns whether a repetition is among those that are named: by its time, or by its day alone. */
function toLookup(event: CalendarEvent, named: Start[]): (start: Start) => boolean {
  const instants = new Set(named.map(({ at }) => at));
  const days = new Set(
    named.filter(({ isDate }) => isDate || event.start.isDate).map(({ wall }) => dayOf(wall)),
  );
  return ({ at, wall }) => instants.has(at) || days.has(dayOf(wall));
}
