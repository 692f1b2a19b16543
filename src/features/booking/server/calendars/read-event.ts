import ICAL from 'ical.js';
import { type Component, findLines, readText } from './calendar-components.ts';
import { CalendarError } from './calendar-error.ts';
import { dayMs, type Moment, readDuration, readMoment, readMoments } from './calendar-times.ts';
import type { CalendarZones } from './calendar-zones.ts';
import { followRule } from './repetitions.ts';

export interface CalendarEvent {
  component: Component;
  uid: string;
  isBusy: boolean;
  start: Moment;
  /** In milliseconds. Whole days count as 24 hours each. */
  length: number;
  /** The repetition that this event replaces in the series with the same UID. */
  replaces: Moment | undefined;
}

const email = /[^\s:;,<>"/]+@[^\s:;,<>"/]+/;

/** Finds an email in a text such as a calendar’s name or address. */
export function findEmail(text: string): string | undefined {
  try {
    return email.exec(decodeURIComponent(text))?.[0].toLowerCase();
  } catch {
    return email.exec(text)?.[0].toLowerCase();
  }
}

/** Returns whether an event takes up its owner’s time. An invitation does until it is declined. */
export function isBusy(component: Component, owners: ReadonlySet<string>): boolean {
  if (/^CANCELL?ED$/i.test(readText(component, 'STATUS'))) return false;
  if (/^TRANSPARENT$/i.test(readText(component, 'TRANSP'))) return false;
  // Outlook treats this time as available too.
  if (/^(?:FREE|WORKINGELSEWHERE)$/i.test(readText(component, 'X-MICROSOFT-CDO-BUSYSTATUS')))
    return false;
  const answers = findLines(component, 'ATTENDEE')
    .filter((line) => owners.has(findAttendee(line) ?? ''))
    .map((line) => /;PARTSTAT=([\w-]+)/i.exec(line)?.[1]?.toUpperCase());
  return (
    answers.length === 0 || answers.some((answer) => !/^DE(?:CLINED|LEGATED)$/.test(answer ?? ''))
  );
}

/** Apple puts the email in a parameter and its own address in the value. */
const findAttendee = (line: string) =>
  findEmail(/mailto:.*/i.exec(line)?.[0] ?? /;EMAIL="?([^";:]*)/i.exec(line)?.[1] ?? '');

/** Reads the times of an event. Throws CalendarError. */
export function readEvent(
  component: Component,
  isBusyEvent: boolean,
  zones: CalendarZones,
): CalendarEvent {
  const [replaced] = findLines(component, 'RECURRENCE-ID');
  // Some programs cancel a repetition without including its time.
  const line = findLines(component, 'DTSTART')[0] ?? replaced;
  if (!line) throw new CalendarError('It has no start.');
  const start = readMoment(line, zones);
  return {
    component,
    start,
    isBusy: isBusyEvent,
    uid: readText(component, 'UID'),
    length: readLength(component, start, zones),
    replaces: replaced === undefined ? undefined : readMoment(replaced, zones),
  };
}

function readLength(component: Component, start: Moment, zones: CalendarZones): number {
  const [end] = findLines(component, 'DTEND');
  const duration = readText(component, 'DURATION');
  if (!end && !duration) return start.isDate ? dayMs : 0;
  const length = end ? lengthUntil(readMoment(end, zones), start) : readDuration(duration);
  // Whole days last at least one day.
  if (start.isDate) return Math.max(1, Math.ceil(length / dayMs)) * dayMs;
  if (length < 0) throw new CalendarError('It ends before it starts.');
  return length;
}

const lengthUntil = (end: Moment, start: Moment) =>
  start.isDate && end.isDate ? end.wall - start.wall : end.at - start.at;

interface ListOptions {
  /** The repetitions that other events replace. */
  replaced: Moment[];
  zones: CalendarZones;
  /** The earliest and the latest requested instant. */
  from: number;
  to: number;
  /** Called for unreadable parts. */
  note: (reason: string) => void;
}

/** Lists when an event takes up time within the span, including its repetitions. */
export function listTimes(event: CalendarEvent, options: ListOptions) {
  const { component, start, length } = event;
  const { zones, from, to, note } = options;
  const window = { zones, from: from - length - 2 * dayMs, to: to + 2 * dayMs };
  const repeated = readEach(
    findLines(component, 'RRULE'),
    (line) => followRule(line.slice(line.indexOf(':') + 1), start, window),
    (reason) => note(`${reason} We only use its first date and its single dates.`),
  );
  const readDates = (name: string, consequence: string) =>
    readEach(
      findLines(component, name),
      (line) => readMoments(line, zones),
      (reason) => note(`${reason} ${consequence}`),
    );
  const added = readDates('RDATE', 'These dates are not added.');
  const excluded = readDates('EXDATE', 'These dates are not left out.');
  const isLeftOut = toLookup(start, [...excluded, ...options.replaced]);
  const moments = [start, ...repeated, ...added].filter((moment) => !isLeftOut(moment));
  return [...new Map(moments.map((moment) => [moment.at, moment])).values()].map((moment) => ({
    from: moment.at,
    // A day may have 23 or 25 hours.
    to: moment.endsAt ?? (moment.isDate ? moment.clock(moment.wall + length) : moment.at + length),
  }));
}

function readEach(
  lines: string[],
  read: (line: string) => Moment[],
  note: (reason: string) => void,
): Moment[] {
  return lines.flatMap((line) => {
    try {
      return read(line);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      note(error.message);
      return [];
    }
  });
}

/** Returns a function that finds a repetition among these times, by its instant or by its day. */
function toLookup(start: Moment, moments: Moment[]): (moment: Moment) => boolean {
  const dayOf = (wall: number) => Math.floor(wall / dayMs);
  const instants = new Set(moments.map(({ at }) => at));
  const days = new Set(
    moments.filter(({ isDate }) => isDate || start.isDate).map(({ wall }) => dayOf(wall)),
  );
  return ({ at, wall }) => instants.has(at) || days.has(dayOf(wall));
}

/** Returns the title of an event for the mentor. */
export function readTitle(component: Component): string {
  const [line] = findLines(component, 'SUMMARY');
  const title = line ? String(ICAL.Property.fromString(line).getFirstValue()).trim() : '';
  return title === '' ? 'An event without a title' : [...title].slice(0, 60).join('');
}
