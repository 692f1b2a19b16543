import ICAL from 'ical.js';
import { mergeSpans } from '#domain/offered-slots.ts';
import type { Span } from '#domain/slots.ts';
import { CalendarError } from './calendar-error.ts';
import {
  type CalendarZones,
  readCalendarZones,
  readTime,
  type ToInstant,
} from './calendar-zones.ts';

export interface BusyTimesOptions extends Span {
  /** The mentor's own: whole days, and times without a zone, are on its clock. */
  timeZone: string;
  /** What the UIDs of this site's own events end in: it knows its bookings better. */
  ownHost: string;
}

/** So many repetitions of all events together are worked out at most. */
const maxRepetitions = 300_000;

/** More than this nobody's calendar holds within the time that can be booked. */
const maxSpans = 20_000;

const dayMs = 24 * 3_600_000;

/**
 * Returns when a calendar (iCalendar, RFC 5545) says that its owner is busy within a span: events as
 * often as they repeat, but for those that are cancelled or do not take up time. Throws
 * CalendarError. How long it takes is up to whoever wrote the calendar: not for the site's own thread.
 */
export function readBusyTimes(text: string, options: BusyTimesOptions): Span[] {
  const calendars = parseCalendars(text);
  const zones = readCalendarZones(calendars, options.timeZone);
  const busy = collectWithin(options);
  const countRepetition = countDown();
  const all = (name: string) => calendars.flatMap((one) => one.getAllSubcomponents(name));

  const events = all('vevent')
    .map((component) => readEvent(component, zones))
    .filter((event) => event !== undefined)
    .filter(({ uid }) => !uid.endsWith(`@${options.ownHost}`));
  const [series, changes] = [
    events.filter(({ replaces }) => replaces === undefined),
    Map.groupBy(
      events.filter(({ replaces }) => replaces !== undefined),
      ({ uid }) => uid,
    ),
  ];

  for (const { isBusy, startsAt, lasts } of [...changes.values()].flat()) {
    if (isBusy) busy.add(startsAt, startsAt + lasts(startsAt));
  }
  for (const event of series) {
    const changed = changes.get(event.uid) ?? [];
    const isLeftOut = toLookup([
      ...readNamed(event.component, 'exdate', zones),
      ...changed.flatMap(({ replaces }) => replaces ?? []),
    ]);
    const until = options.to.getTime();
    for (const start of repeat(event, { zones, until, countRepetition })) {
      if (isLeftOut(start)) continue;
      const onwards = findChangeOnwards(changed, start.at);
      const { isBusy, lasts, shift } = onwards ?? { ...event, shift: 0 };
      const at = start.at + shift;
      if (isBusy) busy.add(at, at + lasts(at));
    }
  }
  for (const property of all('vfreebusy').flatMap((one) => one.getAllProperties('freebusy'))) {
    if (/^free$/i.test(String(property.getParameter('fbtype') ?? ''))) continue;
    const toInstant = zones.find(property);
    for (const period of property.getValues()) {
      if (period instanceof ICAL.Period)
        busy.add(toInstant(period.start), toInstant(period.getEnd()));
    }
  }
  return busy.read();
}

function countDown(): () => void {
  let left = maxRepetitions;
  return () => {
    left -= 1;
    if (left < 0) throw new CalendarError('This calendar repeats its events too often to be read.');
  };
}

function parseCalendars(text: string): ICAL.Component[] {
  const content = text.replace(/^\uFEFF?\s*/, '');
  if (!/^BEGIN:VCALENDAR\s/i.test(content))
    throw new CalendarError('There is no calendar at this address. Copy its iCal or ICS address.');
  try {
    const parsed = ICAL.parse(content);
    const many: unknown[] = typeof parsed[0] === 'string' ? [parsed] : parsed;
    return many.map(
      (one) => new ICAL.Component(one as ConstructorParameters<typeof ICAL.Component>[0]),
    );
  } catch {
    throw new CalendarError('The calendar at this address is damaged and cannot be read.');
  }
}

/** Collects what lies within a span, cut to it. */
function collectWithin({ from, to }: Span) {
  const [first, last] = [from.getTime(), to.getTime()];
  let spans: Span[] = [];
  return {
    add(start: number, end: number): void {
      const [begins, ends] = [Math.max(start, first), Math.min(end, last)];
      if (!(begins < ends)) return;
      spans.push({ from: new Date(begins), to: new Date(ends) });
      if (spans.length <= maxSpans) return;
      spans = mergeSpans(spans);
      if (spans.length > maxSpans / 2)
        throw new CalendarError('This calendar holds too many events.');
    },
    read: () => mergeSpans(spans),
  };
}

/** When a repetition begins: as an instant in milliseconds, and as the day that its own clock shows. */
interface Start {
  at: number;
  day: string;
}

/** A repetition as a calendar names it; some name its day alone. */
interface Named extends Start {
  isDay: boolean;
}

interface CalendarEvent {
  uid: string;
  component: ICAL.Component;
  start: ICAL.Time;
  toInstant: ToInstant;
  /** An instant in milliseconds, as all are in here. */
  startsAt: number;
  /** How long it takes when it begins at an instant, in milliseconds. */
  lasts: (at: number) => number;
  /** Whether it takes up its time. */
  isBusy: boolean;
  /** The repetition of the other event of its UID in whose place this one is. */
  replaces: Named | undefined;
  /** It changes those after that one too. */
  isOnwards: boolean;
}

/** Returns nothing for an event whose times cannot be read. */
function readEvent(component: ICAL.Component, zones: CalendarZones): CalendarEvent | undefined {
  const property = component.getFirstProperty('dtstart');
  const start = property?.getFirstValue();
  if (!property || !(start instanceof ICAL.Time)) return undefined;
  const toInstant = zones.find(property);
  const startsAt = toInstant(start);
  if (!Number.isFinite(startsAt)) return undefined;
  const read = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
  const range = component.getFirstProperty('recurrence-id')?.getParameter('range');
  return {
    ...{ component, start, toInstant, startsAt },
    uid: String(component.getFirstPropertyValue('uid') ?? ''),
    lasts: readLength(component, { start, startsAt, zones }),
    isBusy: read('transp') !== 'TRANSPARENT' && read('status') !== 'CANCELLED',
    replaces: readNamed(component, 'recurrence-id', zones)[0],
    isOnwards: String(range ?? '').toUpperCase() === 'THISANDFUTURE',
  };
}

/** Whole days stay whole, however long the clock makes them; all else takes the time that it takes. */
function readLength(
  component: ICAL.Component,
  { start, startsAt, zones }: { start: ICAL.Time; startsAt: number; zones: CalendarZones },
): CalendarEvent['lasts'] {
  const property = component.getFirstProperty('dtend');
  const end = property?.getFirstValue();
  const duration = component.getFirstPropertyValue('duration');
  let length = start.isDate ? dayMs : 0;
  if (property && end instanceof ICAL.Time) length = zones.find(property)(end) - startsAt;
  else if (duration instanceof ICAL.Duration) length = duration.toSeconds() * 1000;
  if (!start.isDate) return () => length;
  const days = Math.round(length / dayMs);
  return (at) => zones.addDays(at, days) - at;
}

const dayOf = ({ year, month, day }: ICAL.Time) => `${year}-${month}-${day}`;

/** Returns the repetitions that a property names, such as those that are left out. */
function readNamed(component: ICAL.Component, name: string, zones: CalendarZones): Named[] {
  return component.getAllProperties(name).flatMap((property) => {
    const toInstant = zones.find(property);
    return property
      .getValues()
      .map((value) => (value instanceof ICAL.Period ? value.start : value))
      .filter((value) => value instanceof ICAL.Time)
      .map((time) => ({ at: toInstant(time), day: dayOf(time), isDay: time.isDate }));
  });
}

/** Returns whether a repetition is among those that are named. */
function toLookup(named: Named[]): (start: Start) => boolean {
  const instants = new Set(named.map(({ at }) => at));
  const days = new Set(named.filter(({ isDay }) => isDay).map(({ day }) => day));
  return ({ at, day }) => instants.has(at) || days.has(day);
}

/** Returns the latest change that holds from some repetition on, and by how much it moves the later ones. */
function findChangeOnwards(changed: CalendarEvent[], at: number) {
  const from = ({ replaces }: CalendarEvent) => replaces?.at ?? 0;
  const change = changed
    .filter((one) => one.isOnwards && from(one) <= at)
    .sort((a, b) => from(a) - from(b))
    .at(-1);
  return change && { ...change, shift: change.startsAt - from(change) };
}

interface RepeatOptions {
  zones: CalendarZones;
  /** Nothing later is asked for. */
  until: number;
  countRepetition: () => void;
}

/** Yields when an event begins, as often as it does, each once, whatever is left out of them. */
function* repeat(event: CalendarEvent, options: RepeatOptions): Generator<Start> {
  const seen = new Set<number>();
  const { component, start, startsAt } = event;
  const starts = [
    [{ at: startsAt, day: dayOf(start) }],
    ...component.getAllProperties('rrule').map((rule) => followRule(event, rule, options)),
    readNamed(component, 'rdate', options.zones),
  ];
  for (const one of starts.flatMap((list) => [...list])) {
    if (seen.has(one.at)) continue;
    seen.add(one.at);
    yield one;
  }
}

/**
 * Yields what a rule makes, on the clock of its event. The library repeats what the clock shows; where
 * the rule ends is asked here, as its end is often written in another zone.
 */
function* followRule(
  { component, start, toInstant }: CalendarEvent,
  property: ICAL.Property,
  { until, countRepetition }: RepeatOptions,
): Generator<Start> {
  const rule = property.getFirstValue();
  if (!(rule instanceof ICAL.Recur)) return;
  const end = rule.until;
  rule.until = null;
  const lastInstant = end && !end.isDate ? readTime(end, toInstant) : Number.POSITIVE_INFINITY;
  for (const time of followClock(component, rule, start)) {
    countRepetition();
    const at = toInstant(time);
    if (at > until || at > lastInstant || (end?.isDate && isDayAfter(time, end))) return;
    yield { at, day: dayOf(time) };
  }
}

/** Lets the library repeat what the clock shows, without a zone. */
function* followClock(component: ICAL.Component, rule: ICAL.Recur, start: ICAL.Time) {
  const { year, month, day, hour, minute, second, isDate } = start;
  const clock = { year, month, day, hour, minute, second, isDate };
  try {
    const iterator = rule.iterator(new ICAL.Time(clock, ICAL.Timezone.localTimezone));
    for (let time = iterator.next(); time; time = iterator.next()) yield time;
  } catch {
    const summary = String(component.getFirstPropertyValue('summary') ?? '').slice(0, 60);
    throw new CalendarError(`The event “${summary}” repeats in a way that cannot be read.`);
  }
}

const isDayAfter = (one: ICAL.Time, other: ICAL.Time) =>
  one.year * 10_000 + one.month * 100 + one.day >
  other.year * 10_000 + other.month * 100 + other.day;
