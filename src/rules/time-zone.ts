/**
 * Names that Intl takes from ICU and Temporal refuses, such as `PST`. They are no IANA zones, and some mean
 * another place than people think: `BST` is Dhaka.
 */
const icuAbbreviation =
  /^(?:AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

/**
 * Returns whether Intl and Temporal both know this time zone (IANA). Bare offsets such as `+02:00` are
 * refused, as they know no daylight saving; `Etc/Unknown` is what ICU calls a zone that it cannot name.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name) || icuAbbreviation.test(name) || /^etc\/unknown$/i.test(name))
    return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the zone that the device names, if it names any; not every browser does. */
export function findOwnTimeZone(): string | undefined {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Some platforms put a narrow no-break space before AM and PM; server and browser must agree. */
const withPlainSpaces = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ');

/** An instant, as a date or as the API writes it: a text in UTC (ISO 8601). */
type Instant = Date | string;

/** So many ways to write an instant are kept: a page has a few, in one zone or two. */
const mostFormats = 50;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached: creating one takes a slow phone milliseconds. */
function findFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = locale + JSON.stringify(options);
  const known = formats.get(name);
  if (known) return known;
  if (formats.size >= mostFormats) formats.clear();
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(name, made);
  return made;
}

const format = (instant: Instant, locale: string, options: Intl.DateTimeFormatOptions) =>
  withPlainSpaces(findFormat(locale, options).format(new Date(instant)));

/** `6:00 PM`: a visitor's clock. */
export const formatShortTime = (instant: Instant, timeZone: string) =>
  format(instant, 'en-US', { hour: 'numeric', minute: '2-digit', timeZone });

/** `18:00`: the mentor's clock. */
export const formatClock = (instant: Instant, timeZone: string) =>
  format(instant, 'en-GB', { hour: '2-digit', minute: '2-digit', timeZone });

/** Returns whether a clock there shows a time at which most people sleep: from 22:00 until 07:00. */
export function isNight(instant: Instant, timeZone: string): boolean {
  const clock = formatClock(instant, timeZone);
  return clock >= '22:00' || clock < '07:00';
}

/** `Mon, 23 Nov 2026`. Written the same by every version of the platform's data: the comma is ours. */
export const formatDate = (instant: Instant, timeZone: string, width: 'short' | 'long') => {
  const date = { day: 'numeric', month: width, year: 'numeric', timeZone } as const;
  const weekday = format(instant, 'en-GB', { weekday: width, timeZone });
  return `${weekday}, ${format(instant, 'en-GB', date)}`;
};

/** `Mon, 23 Nov 2026, 18:00`: date and clock, for lists. */
export const formatDateAndClock = (instant: Instant, timeZone: string) =>
  `${formatDate(instant, timeZone, 'short')}, ${formatClock(instant, timeZone)}`;

const dayParts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** The day of the calendar that it falls on there, `YYYY-MM-DD`. No locale is written so by every platform. */
export const dayInZone = (instant: Instant, timeZone: string) =>
  format(instant, 'en-GB', { ...dayParts, timeZone })
    .split('/')
    .reverse()
    .join('-');

/** `Monday, 23 November 2026`, the date in a zone. */
export const formatLongDate = (instant: Instant, timeZone: string) =>
  formatDate(instant, timeZone, 'long');

/** Platforms keep some names that their places have left behind. */
const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** A zone as people write it: `America/New York`. */
export const nameTimeZone = (timeZone: string) =>
  (presentNames[timeZone] ?? timeZone).replaceAll('_', ' ');

/** `Asia/Kathmandu` as people read it: `Asia/Kathmandu (GMT+5:45)`, with the offset of that instant. */
export function describeTimeZone(timeZone: string, instant: Instant): string {
  const offsets = findFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  const parts = offsets.formatToParts(new Date(instant));
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${nameTimeZone(timeZone)} (${offset})`;
}
