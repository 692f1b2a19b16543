/** One property of a calendar, such as `DTSTART;TZID=Europe/Berlin:20270112T180000`. */
export interface Property {
  name: string;
  params: Map<string, string>;
  value: string;
}

/** The properties that decide when somebody is busy. All others are skipped. */
const names =
  'BEGIN|END|UID|SUMMARY|DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|ATTENDEE|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-LIC-LOCATION|X-WR-CALNAME|X-MICROSOFT-CDO-BUSYSTATUS';
const isKept = new RegExp(`^(?:${names})[;:]`);
const isKeptLowerCase = new RegExp(`^(?:${names.toLowerCase()})[;:](?!\\s)`);
/** Also a name alone, whose value is missing. */
const isOther = /^(?:[A-Z][A-Z\d-]*|[a-z][a-z\d-]*)[;:]|^[A-Z][A-Z-]{2,}$/;

/** Matches a line whose parameters hold a quote that is still open. */
const openQuote = /^[^":]*(?:"[^"]*"[^":]*)*"[^"]*$/;
const longestParams = 10_000;

/**
 * Joins the lines that belong together. A line that is neither folded nor the start of a property is
 * text with a raw line break, which some programs write: it continues the property before it. So
 * `Status: late` in a description stays text; names are written in one case.
 */
function* unfold(text: string): Generator<string> {
  let line = '';
  let isOpen = false;
  for (const [part] of text.matchAll(/[^\r\n]+/g)) {
    const isFolded = part.startsWith(' ') || part.startsWith('\t');
    const starts =
      !isFolded &&
      (isKept.test(part) || isKeptLowerCase.test(part) || (!isOpen && isOther.test(part)));
    if (starts && line !== '') yield line;
    line = starts ? part : line + (isFolded ? part.slice(1) : part);
    if (starts || isOpen) isOpen = line.length < longestParams && openQuote.test(line);
  }
  if (line !== '') yield line;
}

/** Where the value begins, for values that tell it: parameters may hold colons without quotes. */
const dateValue = /:(?=\s*(?:\d{4}-?\d\d|$))/;
const addressValue = /:(?=\s*(?:mailto|urn|https?|invalid):)/i;
const valueStarts: Record<string, RegExp> = {
  DTSTART: dateValue,
  DTEND: dateValue,
  RDATE: dateValue,
  EXDATE: dateValue,
  'RECURRENCE-ID': dateValue,
  FREEBUSY: dateValue,
  ATTENDEE: addressValue,
};
const anyValue = /(?<=^(?:[^":]|"[^"]*")*):/;

const param = /;([A-Z\d-]+)=("[^"]*"|(?:[^;"]|;(?![A-Z\d-]+=))*)/gi;

function readProperty(line: string): Property | undefined {
  const upper = line.slice(0, 40).toUpperCase();
  if (!isKept.test(upper)) return undefined;
  const name = upper.slice(0, upper.search(/[;:]/));
  const rest = line.slice(name.length);
  const found = valueStarts[name] ? rest.search(valueStarts[name]) : -1;
  const colon = found === -1 ? findColon(rest) : found;
  const params = new Map<string, string>();
  for (const [, key = '', value = ''] of rest.slice(0, colon).matchAll(param))
    params.set(key.toUpperCase(), value.replaceAll('"', '').trim());
  return { name, params, value: rest.slice(colon + 1).trim() };
}

function findColon(rest: string): number {
  if (rest.startsWith(':')) return 0;
  const outside = rest.search(anyValue);
  return outside === -1 ? rest.lastIndexOf(':') : outside;
}

/** Returns the properties of a calendar (iCalendar, RFC 5545) that decide when somebody is busy. */
export function* readProperties(text: string): Generator<Property> {
  for (const line of unfold(text)) {
    const property = readProperty(line);
    if (property) yield property;
  }
}
