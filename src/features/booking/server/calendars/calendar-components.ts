/** A component of a calendar, such as an event or a time zone. */
export interface Component {
  kind: string;
  /** Its unfolded property lines. Those of a time zone include the components inside it. */
  lines: string[];
  /** Whether its END line was found. */
  isEnded: boolean;
}

/** The properties that decide when the owner is busy. All others are skipped to save memory. */
const kept =
  /^(?:UID|SUMMARY|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|ATTENDEE|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-LIC-LOCATION|X-WR-CALNAME|X-MICROSOFT-CDO-BUSYSTATUS)[;:].*[^:\s]/;

const marks = /^(BEGIN|END):\s*([\w-]+)/i;
const topLevel = /^V(?:CALENDAR|EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE|AVAILABILITY)$/;

/** Joins folded lines. */
function* unfold(text: string): Generator<string> {
  let line = '';
  for (const [part] of text.matchAll(/[^\r\n]+/g)) {
    if (/^[ \t]/.test(part)) line += part.slice(1);
    else {
      yield line;
      line = part;
    }
  }
  yield line;
}

/**
 * Reads the components of a calendar (iCalendar, RFC 5545). A component without END ends at the
 * next one, so that one damaged event does not affect the others. Lines with no known property,
 * such as raw line breaks in a description, are skipped.
 */
export function readComponents(text: string): Component[] {
  const components: Component[] = [];
  let open: Component | undefined;
  let inner: string | undefined;
  for (const line of unfold(text)) {
    const [, mark, name = ''] = marks.exec(line) ?? [];
    const kind = name.toUpperCase();
    if (mark && topLevel.test(kind)) {
      inner = undefined;
      if (mark.toUpperCase() === 'BEGIN') {
        open = { kind, lines: [], isEnded: false };
        components.push(open);
      } else {
        const ended = components.findLast((component) => component.kind === kind);
        if (ended) ended.isEnded = true;
        open = undefined;
      }
    } else if (open?.kind === 'VTIMEZONE') {
      if (mark || kept.test(line)) open.lines.push(line);
    } else if (mark) inner = mark.toUpperCase() === 'BEGIN' ? kind : undefined;
    else if (!inner && kept.test(line)) open?.lines.push(line);
  }
  return components;
}

/** Returns the lines of a component’s properties with this name. */
export const findLines = ({ lines }: Component, name: string): string[] =>
  lines.filter((line) => line.startsWith(name) && /[;:]/.test(line.charAt(name.length)));

/** Returns the unparsed value of the first property with this name. */
export const readText = (component: Component, name: string): string =>
  findLines(component, name)[0]?.replace(/^(?:[^":]|"[^"]*")*:/, '') ?? '';
