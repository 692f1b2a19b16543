/** Returns the device's time zone, if the browser provides it. */
export function findOwnTimeZone(): string | undefined {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Some platforms put a narrow no-break space before AM and PM; server and browser must agree. */
const withPlainSpaces = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ');

/** An instant, as a date or in the API's format: a text in UTC (ISO 8601). */
type Instant = Date | string;

/** The maximum number of cached formats: a page uses a few, in one or two time zones. */
const maxFormats = 50;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached, because creating one takes milliseconds on a slow phone. */
function findFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = locale + JSON.stringify(options);
  const known = formats.get(name);
  if (known) return known;
  if (formats.size >= maxFormats) formats.clear();
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(name, made);
  return made;
}

const format = (instant: Instant, locale: string, options: Intl.DateTimeFormatOptions) =>
  withPlainSpaces(findFormat(locale, options).format(new Date(instant)));

/** Returns a time for visitors: `6:00 PM`. */
export const formatShortTime = (instant: Instant, timeZone: string) =>
  format(instant, 'en-US', { hour: 'numeric', minute: '2-digit', timeZone });

/** Returns a time for the mentor: `18:00`. */
export const formatClock = (instant: Instant, timeZone: string) =>
  format(instant, 'en-GB', { hour: '2-digit', minute: '2-digit', timeZone });

/** Returns whether it is night in a time zone: from 22:00 until 07:00. */
export function isNight(instant: Instant, timeZone: string): boolean {
  const clock = formatClock(instant, timeZone);
  return clock >= '22:00' || clock < '07:00';
}

/** Returns `Mon, 23 Nov 2026`. Adds the comma itself, because platforms differ. */
export const formatDate = (instant: Instant, timeZone: string, width: 'short' | 'long') => {
  const date = { day: 'numeric', month: width, year: 'numeric', timeZone } as const;
  const weekday = format(instant, 'en-GB', { weekday: width, timeZone });
  return `${weekday}, ${format(instant, 'en-GB', date)}`;
};

/** Returns date and time for lists: `Mon, 23 Nov 2026, 18:00`. */
export const formatDateAndClock = (instant: Instant, timeZone: string) =>
  `${formatDate(instant, timeZone, 'short')}, ${formatClock(instant, timeZone)}`;

const dayParts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** Returns the date in a time zone, `YYYY-MM-DD`. No locale has this format on every platform. */
export const dayInZone = (instant: Instant, timeZone: string) =>
  format(instant, 'en-GB', { ...dayParts, timeZone })
    .split('/')
    .reverse()
    .join('-');

/** Returns the date in a time zone in words: `Monday, 23 November 2026`. */
export const formatLongDate = (instant: Instant, timeZone: string) =>
  formatDate(instant, timeZone, 'long');

/** Platforms still use some names that the places have changed. */
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

/** Returns the readable name of a time zone: `America/New York`. */
export const nameTimeZone = (timeZone: string) =>
  (presentNames[timeZone] ?? timeZone).replaceAll('_', ' ');

/** Returns a time zone with its offset at an instant: `Asia/Kathmandu (GMT+5:45)`. */
export function describeTimeZone(timeZone: string, instant: Instant): string {
  const offsets = findFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  const parts = offsets.formatToParts(new Date(instant));
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // A minus sign, because a line may break after a hyphen.
  return `${nameTimeZone(timeZone)} (${offset.replace('-', '\u2212')})`;
}
