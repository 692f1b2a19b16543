import type { UnreadEvent } from '#features/booking/rules/busy-calendar.ts';
import { mergeSpans } from '#features/booking/rules/offered-slots.ts';
import type { Span } from '#features/booking/rules/slots.ts';
import { type Component, findLines, readComponents, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import { dayMs, readMoments } from './calendar-times.ts';
import { type CalendarZones, readCalendarZones } from './calendar-zones.ts';
import { findEmail, isBusy, listTimes, readEvent, readTitle } from './read-event.ts';

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

/**
 * Returns when the owner of a calendar (iCalendar, RFC 5545) is busy within a span. Unreadable
 * events are listed and do not affect the others. Throws CalendarError if there is no calendar.
 */
export function readBusyTimes(text: string, options: BusyTimesOptions): BusyTimes {
  const content = text.replace(/^\uFEFF?\s*/, '');
  if (!/^BEGIN:VCALENDAR\s/i.test(content))
    throw new CalendarError('There is no calendar at this address. Copy its iCal (.ics) address.');
  const components = readComponents(content);
  const unread = collectUnread();
  if (components.some(({ kind, isEnded }) => kind === 'VCALENDAR' && !isEnded)) {
    if (!components.some(({ isEnded }) => isEnded))
      throw new CalendarError('This calendar is damaged and can’t be read.');
    unread.add('The end of the calendar', 'The file is cut off. Later events are missing.');
  }
  const zones = readCalendarZones(components, options.timeZone, options.from.getTime());
  const busy = [
    ...listEventTimes(components, { ...options, zones, unread }),
    ...listFreeBusy(components, zones, unread),
  ]
    .map(({ from, to }) => ({
      from: new Date(Math.max(from, options.from.getTime())),
      to: new Date(Math.min(to, options.to.getTime())),
    }))
    .filter(({ from, to }) => from < to);
  return { busy: mergeSpans(busy), unread: unread.read() };
}

interface Reading extends BusyTimesOptions {
  zones: CalendarZones;
  unread: ReturnType<typeof collectUnread>;
}

interface Interval {
  from: number;
  to: number;
}

function listEventTimes(components: Component[], reading: Reading): Interval[] {
  const { zones, unread } = reading;
  const [from, to] = [reading.from.getTime(), reading.to.getTime()];
  const events = readEvents(components, reading);
  const changes = Map.groupBy(
    events.flatMap(({ uid, replaces }) => (replaces && uid !== '' ? { uid, replaces } : [])),
    ({ uid }) => uid,
  );
  const startedAt = performance.now();
  const times: Interval[] = [];
  for (const event of events.filter((one) => one.isBusy)) {
    const note = (reason: string) => unread.add(readTitle(event.component), reason);
    const isLate = performance.now() - startedAt > rulesMs;
    if (isLate)
      note('This calendar’s repeat rules take too long to process. The event is left out.');
    else if (times.length > maxSpans) note('The calendar has too many events. Some are left out.');
    else {
      const replaced = event.replaces ? [] : (changes.get(event.uid) ?? []);
      const found = listTimes(event, {
        zones,
        from,
        to,
        note,
        replaced: replaced.map(({ replaces }) => replaces),
      });
      times.push(...found.filter((time) => time.from < to && from < time.to));
    }
  }
  return times;
}

/** Reads the events, and notes those that take up time but can’t be read. */
function readEvents(components: Component[], reading: Reading) {
  const { zones, unread, ownHost } = reading;
  const calendarOwners = components
    .filter(({ kind }) => kind === 'VCALENDAR')
    .flatMap((calendar) => findEmail(readText(calendar, 'X-WR-CALNAME')) ?? []);
  const owners = new Set([...reading.owners, ...calendarOwners]);
  return components.flatMap((component) => {
    const isForeign = !readText(component, 'UID').endsWith(`@${ownHost}`);
    if (component.kind !== 'VEVENT' || !isForeign || isOver(component, reading.from)) return [];
    const busy = isBusy(component, owners);
    const note = (reason: string) => busy && unread.add(readTitle(component), reason);
    try {
      const event = readEvent(component, busy, zones);
      if (!component.isEnded) note('The event has no end in the file.');
      return [event];
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      note(`${error.message} The event is left out.`);
      return [];
    }
  });
}

/** Returns whether a single event is so old that its time zone does not matter. */
function isOver(component: Component, from: Date): boolean {
  if (['RRULE', 'RDATE', 'DURATION'].some((name) => findLines(component, name).length > 0))
    return false;
  const end = readText(component, 'DTEND') || readText(component, 'DTSTART');
  const earliest = new Date(from.getTime() - 2 * dayMs).toISOString().replaceAll('-', '');
  return /^\d{8}/.test(end) && end.slice(0, 8) < earliest.slice(0, 8);
}

function listFreeBusy(
  components: Component[],
  zones: CalendarZones,
  unread: Reading['unread'],
): Interval[] {
  const lines = components.flatMap((component) => findLines(component, 'FREEBUSY'));
  return lines
    .filter((line) => !/;FBTYPE=FREE\b/i.test(line))
    .flatMap((line) => {
      try {
        return readMoments(line, zones).map(({ at, endsAt = at }) => ({ from: at, to: endsAt }));
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        unread.add('A busy time', error.message);
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
