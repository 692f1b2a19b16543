import {
  type Component,
  findParameter,
  findProperties,
  isOfDates,
  type Property,
  readText,
  readWord,
  splitValues,
} from './calendar-components.ts';
import { CalendarError, reasonOf } from './calendar-error.ts';
import { dayMs, type Moment, readDuration, readMoment, shorten } from './calendar-times.ts';
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

const email = /(?<![^\s:;,<>"/?])[^\s:;,<>"/?]+@[^\s:;,<>"/?]+/;

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
  if (/^(?:CANCELL?ED|DECLINED)$/.test(readWord(component, 'STATUS'))) return false;
  if (/^TRANSPARENT\b/.test(readWord(component, 'TRANSP'))) return false;
  // Outlook treats this time as available too.
  if (/^(?:FREE|WORKINGELSEWHERE)$/.test(readWord(component, 'X-MICROSOFT-CDO-BUSYSTATUS')))
    return false;
  const answers = findProperties(component, 'ATTENDEE')
    .filter((attendee) => owners.has(findAttendee(attendee) ?? ''))
    .map((attendee) => findParameter(attendee, 'PARTSTAT')?.toUpperCase());
  return (
    answers.length === 0 || answers.some((answer) => !/^DE(?:CLINED|LEGATED)$/.test(answer ?? ''))
  );
}

/** Apple puts the email in a parameter and its own address in the value; others put it in the name. */
const findAttendee = (attendee: Property) =>
  [attendee.value, findParameter(attendee, 'EMAIL'), findParameter(attendee, 'CN')]
    .map((text) => text && findEmail(text))
    .find(Boolean);

/** What the mentor reads about an event. */
type Note = (reason: string) => void;

/** Reads the times of an event. Throws CalendarError. */
export function readEvent(
  component: Component,
  { isBusy: isBusyEvent, zones, note }: { isBusy: boolean; zones: CalendarZones; note: Note },
): CalendarEvent {
  const [replaced] = findProperties(component, 'RECURRENCE-ID');
  const starts = findProperties(component, 'DTSTART').filter(({ value }) => value !== '');
  // Some programs cancel a repetition without including its time.
  const start = readFirst(
    [...starts, ...(starts.length === 0 && replaced ? [replaced] : [])],
    zones,
  );
  if (!start) throw new CalendarError('It has no start.');
  if (new Set(starts.map(({ value }) => value)).size > 1)
    note('It has several starts. We use the first that can be read.');
  const read = (property: Property) => readMoment(property, zones, start.clock);
  const [replaces] = readEach(
    replaced ? [replaced] : [],
    (one) => [read(one)],
    (reason) => note(`${reason} We can’t tell which date of a series it replaces.`),
  );
  const uid = readText(component, 'UID');
  const length = readLength(component, { start, read, note });
  return { component, start, isBusy: isBusyEvent, uid, length, replaces };
}

/** Reads the first property that can be read. */
function readFirst(properties: Property[], zones: CalendarZones): Moment | undefined {
  let failure: unknown;
  for (const property of properties) {
    try {
      return readMoment(property, zones);
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return undefined;
}

interface LengthOptions {
  start: Moment;
  read: (property: Property) => Moment;
  note: Note;
}

function readLength(component: Component, { start, read, note }: LengthOptions): number {
  const ends = findProperties(component, 'DTEND');
  const durations = findProperties(component, 'DURATION');
  const end = ends.find(({ value }) => value !== '');
  const duration = durations.find(({ value }) => value !== '')?.value;
  try {
    const isWholeDay = start.isDate || isAllDay(component);
    if (!end && duration === undefined) {
      if (!isWholeDay && ends.length + durations.length > 0)
        throw new CalendarError('It has no end.');
      return isWholeDay ? dayMs : 0;
    }
    const until = end && readUnless(() => read(end), duration !== undefined);
    const length = until ? lengthUntil(until, start) : readDuration(duration ?? '');
    // Whole days last at least one day.
    if (start.isDate) return Math.max(1, Math.ceil(length / dayMs)) * dayMs;
    if (length <= 0 && (isWholeDay || (until?.isDate && start.wall % dayMs === 0))) return dayMs;
    if (length < 0) throw new CalendarError('It ends before it starts.');
    return length;
  } catch (error) {
    if (!start.isDate) throw error;
    note(`${reasonOf(error)} We only use its first day.`);
    return dayMs;
  }
}

/** Reads an end that may be damaged if the event also has a duration. */
function readUnless(read: () => Moment, isOptional: boolean): Moment | undefined {
  try {
    return read();
  } catch (error) {
    if (isOptional) return undefined;
    throw error;
  }
}

const allDayNames = [
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT',
  'X-FUNAMBOL-ALLDAY',
];

/** Returns whether an event is marked as one of whole days although it has times. */
const isAllDay = (component: Component) =>
  allDayNames.some((name) => /^(?:TRUE|1)$/.test(readWord(component, name))) ||
  findProperties(component, 'DTSTART').some(isOfDates);

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
  note: Note;
}

/** Lists when an event takes up time within the span, including its repetitions. */
export function listTimes(event: CalendarEvent, options: ListOptions) {
  const { component, start, length } = event;
  const { zones, from, to, note } = options;
  const window = { zones, from: from - length - 2 * dayMs, to: to + 2 * dayMs };
  const repeated = readEach(
    findProperties(component, 'RRULE'),
    ({ value }) => followRule(value, start, window),
    (reason) => note(`${reason} We only use its first date and its single dates.`),
  );
  const readDates = (name: string, consequence: string) =>
    readEach(
      findProperties(component, name).flatMap(splitValues),
      (date) => [readMoment(date, zones, start.clock)],
      (reason) => note(`${reason} ${consequence}`),
    );
  const added = readDates('RDATE', 'This date is not added.');
  const excluded = readDates('EXDATE', 'This date is not left out.');
  const isLeftOut = toLookup(start, [...excluded, ...options.replaced]);
  const moments = [start, ...repeated, ...added].filter((moment) => !isLeftOut(moment));
  return [...new Map(moments.map((moment) => [moment.at, moment])).values()].map((moment) => ({
    from: moment.at,
    // A day may have 23 or 25 hours.
    to: moment.endsAt ?? (moment.isDate ? moment.clock(moment.wall + length) : moment.at + length),
  }));
}

function readEach<Item>(items: Item[], read: (item: Item) => Moment[], note: Note): Moment[] {
  return items.flatMap((item) => {
    try {
      return read(item);
    } catch (error) {
      note(reasonOf(error));
      return [];
    }
  });
}

/** Returns a function that finds a repetition among these times, by its instant or by its day. */
function toLookup(start: Moment, moments: Moment[]): (moment: Moment) => boolean {
  const instants = new Set(moments.map(({ at }) => at));
  const days = new Set(
    moments
      .filter(({ isDate }) => isDate || start.isDate)
      .map((moment) => (moment.isDate ? dayOf(moment.wall) : dayIn(start, moment))),
  );
  return ({ at, wall }) => instants.has(at) || days.has(dayOf(wall));
}

const dayOf = (wall: number) => Math.floor(wall / dayMs);

/** Returns the day of a time that leaves out a whole day: often its midnight, in UTC. */
const dayIn = (start: Moment, { at, wall }: Moment) =>
  [1, 0, -1].map((days) => dayOf(wall) + days).find((day) => start.clock(day * dayMs) === at) ??
  dayOf(wall);

/** Returns the title of an event for the mentor. */
export function readTitle(component: Component): string {
  const title = readText(component, 'SUMMARY')
    .replaceAll(/\\([n,;:"\\])/gi, (_, letter: string) => (/n/i.test(letter) ? ' ' : letter))
    .trim();
  return title === '' ? 'An event without a title' : shorten(title);
}
