import type { UnreadEvent } from '#domain/busy-calendar.ts';
import { mergeSpans } from '#domain/offered-slots.ts';
import type { Span } from '#domain/slots.ts';
import { type Component, readComponents, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import { dayMs, quote } from './calendar-times.ts';
import { type CalendarZones, readCalendarZones } from './calendar-zones.ts';
import { findOwners, isBusy } from './is-busy.ts';
import { listStarts } from './list-starts.ts';
import { type CalendarEvent, readEvent, readPeriod } from './read-event.ts';

export interface BusyTimesOptions extends Span {
  /** The mentor’s own: whole days, and times without a zone, are on its clock. */
  timeZone: string;
  /** What the UIDs of this site’s own events end in: it knows its bookings better. */
  ownHost: string;
  /** The mentor’s emails, in lower case: what they have declined takes no time. */
  owners: string[];
}

/** What a calendar says: when its owner is busy, and what could not be read. */
export interface BusyTimes {
  busy: Span[];
  unread: UnreadEvent[];
}

/** More than this no calendar holds within the time that can be booked. */
const maxSpans = 20_000;

/** Once rules have taken so long together, in milliseconds, the rest of them are left out. */
const rulesMs = 25_000;

/**
 * Returns when a calendar (iCalendar, RFC 5545) says that its owner is busy within a span. Each event
 * is read by itself: what is wrong with one is listed, and takes no other with it. Throws
 * CalendarError when there is no calendar.
 */
export function readBusyTimes(text: string, options: BusyTimesOptions): BusyTimes {
  const content = text.replace(/^\uFEFF?\s*/, '');
  if (!/^BEGIN:VCALENDAR\s/i.test(content))
    throw new CalendarError('There is no calendar at this address. Copy its iCal (.ics) address.');
  const components = readComponents(content);
  const zones = readCalendarZones(components, options.timeZone, options.from.getTime());
  const owners = new Set([...options.owners, ...findOwners(components)]);
  const busy = collectWithin(options);
  const unread = collectUnread();
  if (components.some(({ kind, isEnded }) => kind === 'VCALENDAR' && !isEnded)) {
    if (components.length < 2 || !components.some(({ isEnded }) => isEnded))
      throw new CalendarError('This calendar is damaged and can’t be read.');
    unread.add('The end of the calendar', 'The file is cut off. Later events are missing.');
  }

  const events = components
    .filter(({ kind }) => kind === 'VEVENT')
    .filter((component) => !readText(component, 'UID').endsWith(`@${options.ownHost}`))
    .filter((component) => !isOutside(component, options))
    .flatMap((component) => tryEvent(component, { zones, owners, unread }));
  const changes = Map.groupBy(
    events.filter(({ replaces, uid }) => replaces !== undefined && uid !== ''),
    ({ uid }) => uid,
  );
  const startedAt = performance.now();
  for (const event of events) {
    const changed = event.replaces ? [] : (changes.get(event.uid) ?? []);
    const isLate = performance.now() - startedAt > rulesMs;
    const note = (reason: string) => unread.add(readTitle(event.component), reason);
    const spans = listStarts(event, { changed, zones, span: options, isLate, note });
    if (![...spans].every(({ from, to }) => busy.add(from, to)))
      note('The calendar has too many events. Some are left out.');
  }
  for (const component of components.filter(({ kind }) => kind === 'VFREEBUSY'))
    readFreeBusy(component, { zones, busy, unread });
  return { busy: busy.read(), unread: unread.read() };
}

interface Reading {
  zones: CalendarZones;
  owners: ReadonlySet<string>;
  unread: ReturnType<typeof collectUnread>;
}

/** Reads an event, or notes why it cannot be read. One that takes no time need not be. */
function tryEvent(component: Component, { zones, owners, unread }: Reading): CalendarEvent[] {
  const busy = isBusy(component, owners);
  try {
    const event = readEvent(component, busy, zones);
    if (busy && !component.isEnded)
      unread.add(readTitle(component), 'The event has no end in the file.');
    return [event];
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    if (busy) unread.add(readTitle(component), `${error.message} The event is left out.`);
    return [];
  }
}

/** Whether a single event is written so far in the past, or the future, that its zone does not matter. */
function isOutside(component: Component, { from, to }: Span): boolean {
  if (/./.test(readText(component, 'RRULE') + readText(component, 'RDATE'))) return false;
  if (readText(component, 'DURATION') !== '') return false;
  const dayOf = (text: string) => text.replaceAll('-', '').slice(0, 8);
  const toDay = (at: number) => dayOf(new Date(at).toISOString());
  const start = dayOf(readText(component, 'DTSTART'));
  const end = dayOf(readText(component, 'DTEND')) || start;
  if (!/^\d{8}$/.test(start) || !/^\d{8}$/.test(end)) return false;
  const isOver =
    start < toDay(from.getTime() - 2 * dayMs) && end < toDay(from.getTime() - 2 * dayMs);
  return (
    isOver || (start > toDay(to.getTime() + 2 * dayMs) && !readText(component, 'RECURRENCE-ID'))
  );
}

function readFreeBusy(
  component: Component,
  { zones, busy, unread }: Omit<Reading, 'owners'> & { busy: ReturnType<typeof collectWithin> },
): void {
  for (const property of component.properties) {
    if (property.name !== 'FREEBUSY' || /^free$/i.test(property.params.get('FBTYPE') ?? ''))
      continue;
    for (const text of property.value.split(',')) {
      try {
        const { at, end = at } = readPeriod(property, text, zones);
        busy.add(at, end);
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        unread.add('A busy time', error.message);
      }
    }
  }
}

/** Names an event to the mentor. */
const readTitle = (component: Component): string => {
  const title = readText(component, 'SUMMARY').replaceAll(/\\n/gi, ' ').replaceAll('\\', '').trim();
  return title === '' ? 'An event without a title' : quote(title).slice(1, -1);
};

const mostUnread = 100;

/** Collects what could not be read, each once. */
function collectUnread() {
  const unread = new Map<string, UnreadEvent>();
  return {
    add: (title: string, reason: string) => unread.set(`${title}\n${reason}`, { title, reason }),
    read(): UnreadEvent[] {
      const all = [...unread.values()];
      const rest = all.length - mostUnread;
      if (rest <= 0) return all;
      return [
        ...all.slice(0, mostUnread),
        { title: 'More events', reason: `${rest} more can’t be read.` },
      ];
    },
  };
}

/** Collects what lies within a span, cut to it. */
function collectWithin({ from, to }: Span) {
  const [first, last] = [from.getTime(), to.getTime()];
  let spans: Span[] = [];
  let isFull = false;
  return {
    /** Returns false once there is no room for more. */
    add(start: number, end: number): boolean {
      const [begins, ends] = [Math.max(start, first), Math.min(end, last)];
      if (!(begins < ends)) return true;
      if (isFull) return false;
      spans.push({ from: new Date(begins), to: new Date(ends) });
      if (spans.length > maxSpans) {
        spans = mergeSpans(spans);
        isFull = spans.length > maxSpans / 2;
      }
      return true;
    },
    read: () => mergeSpans(spans),
  };
}
