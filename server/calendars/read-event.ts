import { type Component, findProperty, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import type { Property } from './calendar-lines.ts';
import { dayMs, parseDuration, parseTime, type WrittenTime } from './calendar-times.ts';
import type { CalendarZones, Clock } from './calendar-zones.ts';

/** When an event begins, once: as an instant, in milliseconds, and as the clock shows it. */
export interface Start {
  at: number;
  wall: number;
  isDate: boolean;
  /** When it ends, where that is not as for the others. */
  end?: number | undefined;
}

export interface CalendarEvent {
  component: Component;
  uid: string;
  isBusy: boolean;
  start: WrittenTime;
  clock: Clock;
  startsAt: number;
  /** In milliseconds; of whole days, as if each had 24 hours. */
  length: number;
  /** The repetition of the event with the same UID that this one replaces. */
  replaces: Start | undefined;
  /** Whether it changes the later ones too. */
  isOnwards: boolean;
}

/** Reads one value of a property as a date or time. Throws CalendarError. */
export function readStart(property: Property, text: string, zones: CalendarZones): Start {
  const time = parseTime(text, property.params.get('VALUE')?.toUpperCase() === 'DATE');
  return { at: zones.find(time, property)(time.wall), wall: time.wall, isDate: time.isDate };
}

/** Reads one time or period of RDATE or FREEBUSY. Throws CalendarError. */
export function readPeriod(property: Property, text: string, zones: CalendarZones): Start {
  const [from = '', to] = text.split('/');
  const start = readStart(property, from, zones);
  if (to === undefined) return start;
  const end = /^[+-]?P/i.test(to)
    ? start.at + parseDuration(to)
    : readStart(property, to, zones).at;
  if (end < start.at) throw new CalendarError('It ends before it starts.');
  return { ...start, end };
}

/** Reads the times of an event. Throws CalendarError. */
export function readEvent(
  component: Component,
  isBusy: boolean,
  zones: CalendarZones,
): CalendarEvent {
  const replaced = findProperty(component, 'RECURRENCE-ID');
  // Some programs cancel a repetition without saying its time again.
  const property = findProperty(component, 'DTSTART') ?? replaced;
  if (!property) throw new CalendarError('It has no start.');
  const isDateOnly = property.params.get('VALUE')?.toUpperCase() === 'DATE';
  const start = parseTime(property.value, isDateOnly);
  const clock = zones.find(start, property);
  const startsAt = clock(start.wall);
  return {
    ...{ component, isBusy, start, clock, startsAt },
    uid: readText(component, 'UID'),
    length: readLength(component, { at: startsAt, ...start }, zones),
    replaces: replaced && readStart(replaced, replaced.value, zones),
    isOnwards: replaced?.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
  };
}

/** Whole days have at least one, whatever the end says; an end within a day takes all of it. */
function readLength(component: Component, start: Start, zones: CalendarZones): number {
  const property = findProperty(component, 'DTEND');
  const duration = findProperty(component, 'DURATION');
  if (!property && !duration) return start.isDate ? dayMs : 0;
  if (start.isDate) {
    const length = property
      ? readEndWall(property, zones) - start.wall
      : parseDuration(duration?.value ?? '');
    return Math.max(1, Math.ceil(length / dayMs)) * dayMs;
  }
  const length = property
    ? readStart(property, property.value, zones).at - start.at
    : parseDuration(duration?.value ?? '');
  if (length < 0) throw new CalendarError('It ends before it starts.');
  return length;
}

/** What the mentor’s clock shows at the end of an event of whole days. */
function readEndWall(property: Property, zones: CalendarZones): number {
  const end = readStart(property, property.value, zones);
  return end.isDate ? end.wall : zones.toOwnWall(end.at);
}
