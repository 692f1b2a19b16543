import { mergeSpans, type Span } from '#features/availability/rules/index.ts';
import type { UnreadEvent } from '#features/calendars/rules/busy-calendar.ts';
import {
  type Component,
  findParameter,
  findProperties,
  readComponents,
  readText,
  splitValues,
} from './calendar-components.ts';
import { CalendarError, reasonOf } from './calendar-error.ts';
import { dayMs, parseTime, readMoment } from './calendar-times.ts';
import { type CalendarZones, readCalendarZones } from './calendar-zones.ts';
import {
  type CalendarEvent,
  findEmail,
  isBusy,
  listTimes,
  readEvent,
  readTitle,
} from './read-event.ts';

export interface BusyTimesOptions extends Span {
  /** The mentor’s. Used for whole days and for times without a time zone. */
  timeZone: string;
  /** The end of the UIDs of this site’s own events, which are skipped. */
  ownHost: string;
  /** The mentor’s emails, in lower case. Events that they declined are ignored. */
  owners: string[];
}

/** When the owner of a calendar is busy, and which events could not be read. */
export interface BusyTimes {
  busy: Span[];
  unread: UnreadEvent[];
}

/** More than any real calendar has within the bookable days. */
const maxSpans = 20_000;

/** The time limit for repeat rules, in milliseconds. The remaining ones are skipped. */
const rulesMs = 25_000;

/** Text before the calendar, such as a warning of the server’s software. */
const maxPreface = 20_000;

/**
 * Returns when the owner of a calendar (iCalendar, RFC 5545) is busy within a span. Unreadable
 * events are listed and do not affect the others. Throws CalendarError if there is no calendar.
 */
export function readBusyTimes(text: string, options: BusyTimesOptions): BusyTimes {
  // The database stores no NUL characters.
  const clean = text.replaceAll('\0', '');
  const begin = clean.search(/BEGIN\s*:\s*VCALENDAR\b/i);
  if (begin === -1 || begin > maxPreface) throw noCalendar();
  const components = readComponents(clean.slice(begin));
  const unread = collectUnread();
  if (components.some(({ kind, isEnded }) => kind === 'VCALENDAR' && !isEnded)) {
    if (!components.some(({ isEnded }) => isEnded))
      throw new CalendarError('This calendar is damaged and can’t be read.');
    unread.add('The end of the calendar', 'The file is cut off. Later events are missing.');
  }
  const zones = readCalendarZones(components, options.timeZone, options.from.getTime());
  const busy = collectTimes(options);
  listEventTimes(components, { ...options, zones, unread, busy });
  busy.add(listFreeBusy(components, zones, unread));
  const { spans, isCut } = busy.read();
  if (isCut)
    unread.add('The latest events', 'This calendar has too many events. These are left out.');
  return { busy: spans, unread: unread.read() };
}

const noCalendar = () =>
  new CalendarError('There is no calendar at this address. Copy its iCal (.ics) address.');

interface Interval {
  from: number;
  to: number;
}

/** Collects busy times within a span: the nearest, if there are too many even when they are merged. */
function collectTimes({ from, to }: Span) {
  let spans: Span[] = [];
  let isCut = false;

  function merge(): void {
    const merged = mergeSpans(spans);
    isCut ||= merged.length > maxSpans;
    spans = merged.slice(0, maxSpans);
  }

  return {
    add(times: Interval[]): void {
      for (const time of times) {
        const start = new Date(Math.max(time.from, from.getTime()));
        const end = new Date(Math.min(time.to, to.getTime()));
        if (start < end) spans.push({ from: start, to: end });
        if (spans.length > 2 * maxSpans) merge();
      }
    },
    read(): { spans: Span[]; isCut: boolean } {
      merge();
      return { spans, isCut };
    },
  };
}

interface Reading extends BusyTimesOptions {
  zones: CalendarZones;
  unread: ReturnType<typeof collectUnread>;
  busy: ReturnType<typeof collectTimes>;
}

function listEventTimes(components: Component[], reading: Reading): void {
  const { zones, unread, busy } = reading;
  const [from, to] = [reading.from.getTime(), reading.to.getTime()];
  const events = readEvents(components, reading);
  const changes = Map.groupBy(
    events.flatMap(({ uid, replaces }) => (replaces && uid !== '' ? { uid, replaces } : [])),
    ({ uid }) => uid,
  );
  const startedAt = performance.now();
  for (const event of toReadingOrder(events.filter((one) => one.isBusy))) {
    const note = (reason: string) => unread.add(readTitle(event.component), reason);
    const isLate = repeats(event) && performance.now() - startedAt > rulesMs;
    if (isLate)
      note('This calendar’s repeat rules take too long to process. The event is left out.');
    else {
      const replaced = event.replaces ? [] : (changes.get(event.uid) ?? []);
      const replacedDates = replaced.map(({ replaces }) => replaces);
      try {
        busy.add(listTimes(event, { zones, from, to, note, replaced: replacedDates }));
      } catch (error) {
        note(`${reasonOf(error)} The event is left out.`);
      }
    }
  }
}

const repeats = ({ component }: CalendarEvent) => findProperties(component, 'RRULE').length > 0;

/** Sorts single events before series, and new series before old ones, which may have ended. */
const toReadingOrder = (events: CalendarEvent[]): CalendarEvent[] =>
  events.toSorted(
    (one, other) => Number(repeats(one)) - Number(repeats(other)) || other.start.at - one.start.at,
  );

/** Reads the events, and notes those that take up time but can’t be read. */
function readEvents(components: Component[], reading: Reading): CalendarEvent[] {
  const { zones, unread, ownHost } = reading;
  const calendarOwners = components
    .filter(({ kind }) => kind !== 'VEVENT')
    .flatMap((calendar) => findEmail(readText(calendar, 'X-WR-CALNAME')) ?? []);
  const owners = new Set([...reading.owners, ...calendarOwners]);
  return components.flatMap((component) => {
    const isForeign = !readText(component, 'UID').toLowerCase().endsWith(`@${ownHost}`);
    if (component.kind !== 'VEVENT' || !isForeign || isOver(component, reading.from)) return [];
    const busy = isBusy(component, owners);
    const note = (reason: string) => busy && unread.add(readTitle(component), reason);
    try {
      const event = readEvent(component, { isBusy: busy, zones, note });
      if (!component.isBegun) note('The event has no beginning in the file.');
      if (!component.isEnded) note('The event has no end in the file.');
      return [event];
    } catch (error) {
      note(`${reasonOf(error)} The event is left out.`);
      return [];
    }
  });
}

/** Returns whether a single event is so old that its time zone does not matter. */
function isOver(component: Component, from: Date): boolean {
  if (['RRULE', 'RDATE', 'DURATION'].some((name) => findProperties(component, name).length > 0))
    return false;
  const end = parseTime(readText(component, 'DTEND') || readText(component, 'DTSTART'));
  return end !== undefined && end.wall < from.getTime() - 2 * dayMs;
}

function listFreeBusy(
  components: Component[],
  zones: CalendarZones,
  unread: Reading['unread'],
): Interval[] {
  return components
    .flatMap((component) => findProperties(component, 'FREEBUSY'))
    .filter((times) => findParameter(times, 'FBTYPE')?.toUpperCase() !== 'FREE')
    .flatMap(splitValues)
    .flatMap((period) => {
      try {
        const { at, endsAt = at } = readMoment(period, zones);
        return { from: at, to: endsAt };
      } catch (error) {
        unread.add('A busy time', reasonOf(error));
        return [];
      }
    });
}

const maxUnread = 100;

/** Collects unreadable events, each once. */
function collectUnread() {
  const unread = new Map<string, UnreadEvent>();
  return {
    add: (title: string, reason: string) => unread.set(`${title}\n${reason}`, { title, reason }),
    read(): UnreadEvent[] {
      const all = [...unread.values()];
      const rest = all.length - maxUnread;
      if (rest <= 0) return all;
      const more = { title: 'More events', reason: `${rest} more can’t be read.` };
      return [...all.slice(0, maxUnread), more];
    },
  };
}
