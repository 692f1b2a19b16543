/** A property of a component, such as `DTSTART;TZID=Africa/Harare:20270114T170000`. */
export interface Property {
  /** In capitals. */
  name: string;
  /** What is between the name and the value, e.g. `;TZID=Africa/Harare`. */
  parameters: string;
  value: string;
}

/** A component of a calendar, such as an event or a time zone. */
export interface Component {
  kind: string;
  /** The properties that decide when the owner is busy. */
  properties: Property[];
  /** The unfolded lines of a time zone, including the components inside it. */
  lines: string[];
  isBegun: boolean;
  isEnded: boolean;
}

const timeNames = ['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'FREEBUSY'];
const wordNames = ['SUMMARY', 'STATUS', 'DURATION', 'ATTENDEE'];
/** The properties that are read. All others are skipped to save memory. */
const kept = new Set([
  ...timeNames,
  ...wordNames,
  'UID',
  'RRULE',
  'TRANSP',
  'TZID',
  'TZOFFSETFROM',
  'TZOFFSETTO',
  'X-LIC-LOCATION',
  'X-WR-CALNAME',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT',
  'X-FUNAMBOL-ALLDAY',
]);
/** Without a value, these are damage that the mentor must know about. */
const neverEmpty = new Set(['DTSTART', 'DTEND', 'DURATION', 'RRULE']);

const marks = /^(BEGIN|END)\s*:\s*([\w-]+)/i;
const topLevel = /^V(?:CALENDAR|EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE|AVAILABILITY)$/;

/** Joins folded lines, and removes an indentation of all lines, which would make them one. */
function* unfold(text: string): Generator<string> {
  const [, indentation = ''] = /^[^\r\n]*[\r\n]+([ \t]{1,40})/.exec(text) ?? [];
  let line = '';
  for (const [written] of text.matchAll(/[^\r\n]+/g)) {
    const part = written.startsWith(indentation) ? written.slice(indentation.length) : written;
    if (/^[ \t]/.test(part)) line += part.slice(1);
    else {
      yield line;
      line = part.replace(/^\uFEFF+/, '');
    }
  }
  yield line;
}

/** Blanks quoted texts, so that what is inside them is not read. The length stays. */
const withoutQuoted = (text: string) =>
  text.replaceAll(/"[^"]*"/g, ({ length }) => ' '.repeat(length));

/** Reads a property from its line, if it is one of those that decide when the owner is busy. */
function readProperty(line: string): Property | undefined {
  const [head, given = ''] = /^([a-z][\w-]*)\s*(?=[;:])/i.exec(line) ?? [];
  const name = given.toUpperCase();
  if (head === undefined || !kept.has(name)) return undefined;
  const rest = line.slice(head.length);
  const unquoted = withoutQuoted(rest);
  // Some programs write time zones with a colon, or a parameter after the colon.
  const atTime = timeNames.includes(name) ? unquoted.search(/:\s*\d{4}-?\d\d-?\d\d/) : -1;
  const colon = atTime === -1 ? unquoted.indexOf(':') : atTime;
  const value = rest.slice(colon + 1);
  // `Status: open` is a line of a description with raw line breaks.
  const isText = wordNames.includes(name) && given !== name && /^\s/.test(value);
  if (colon === -1 || isText || (value.trim() === '' && !neverEmpty.has(name))) return undefined;
  return { name, parameters: rest.slice(0, colon), value: value.trim() };
}

/**
 * Reads the components of a calendar (iCalendar, RFC 5545). A component without BEGIN or END ends
 * at the next one, so that one damaged event does not affect the others. Lines with no known
 * property, such as raw line breaks in a description, are skipped.
 */
export function readComponents(text: string): Component[] {
  const components: Component[] = [];
  const latest = new Map<string, Component>();
  let open: Component | undefined;
  let inner: string | undefined;

  function begin(kind: string, isBegun: boolean): Component {
    const component = { kind, properties: [], lines: [], isBegun, isEnded: false };
    components.push(component);
    latest.set(kind, component);
    return component;
  }

  function end(kind: string): void {
    if (open && !open.isBegun && kind !== 'VCALENDAR') {
      open.kind = kind;
      latest.set(kind, open);
    }
    const ended = latest.get(kind);
    if (ended) ended.isEnded = true;
    open = undefined;
  }

  for (const line of unfold(text)) {
    const [, mark, name = ''] = marks.exec(line) ?? [];
    const kind = name.toUpperCase();
    if (mark && topLevel.test(kind)) {
      inner = undefined;
      if (mark.toUpperCase() === 'END') end(kind);
      else {
        const component = begin(kind, true);
        open = kind === 'VCALENDAR' ? undefined : component;
      }
    } else if (mark && open?.kind !== 'VTIMEZONE')
      inner = mark.toUpperCase() === 'BEGIN' ? kind : undefined;
    else if (!inner) {
      const property = mark ? undefined : readProperty(line);
      if (open?.kind === 'VTIMEZONE' && (mark || property)) open.lines.push(line);
      if (property) {
        // The calendar’s own, or those of a component whose BEGIN line is missing.
        open ??= begin('', false);
        open.properties.push(property);
      }
    }
  }
  return components;
}

/** Returns a component’s properties with this name. */
export const findProperties = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name);

/** Returns the unparsed value of the first property with this name. */
export const readText = (component: Component, name: string): string =>
  findProperties(component, name)[0]?.value ?? '';

/** Returns a property for each value of a list, which some programs separate by semicolons. */
export const splitValues = (property: Property): Property[] =>
  property.value
    .split(/[,;]/)
    .filter((value) => value.trim() !== '')
    .map((value) => ({ ...property, value }));

/** Longer values than these are not names. */
const maxWord = 400;

const unquote = (text: string) =>
  text.slice(0, maxWord).replaceAll(/^[\s"'“”]+|(?<![\s"'“”;])[\s"'“”;]+$/g, '');

/** Returns the value of the first property with this name, in capitals and without quotes. */
export const readWord = (component: Component, name: string): string =>
  unquote(readText(component, name)).toUpperCase();

type ParameterName = 'TZID' | 'VALUE' | 'PARTSTAT' | 'EMAIL' | 'CN' | 'FBTYPE';

/** Returns a parameter without its quotes. Names such as `(GMT-08:00) Pacific; Tijuana` often have none. */
export function findParameter({ parameters }: Property, name: ParameterName): string | undefined {
  const starts = [...withoutQuoted(parameters).matchAll(/[;:]\s*([\w-]+)\s*=/g)];
  const index = starts.findIndex(([, found = '']) => found.toUpperCase() === name);
  const start = starts[index];
  if (!start) return undefined;
  return unquote(parameters.slice(start.index + start[0].length, starts[index + 1]?.index));
}

/** Returns whether the values of a property are said to be days. */
export const isOfDates = (property: Property): boolean =>
  findParameter(property, 'VALUE')?.toUpperCase() === 'DATE';
