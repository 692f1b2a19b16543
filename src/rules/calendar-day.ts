const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/*
 * Days are formatted without `Intl`, which takes a slow phone 45 ms or more on first use, for the
 * words of one language.
 */

/** Returns a calendar day (`YYYY-MM-DD`) in words: `21 November 2026`. It has no time zone. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Returns the same with its weekday: `Saturday, 21 November 2026`. */
export const formatDayOfWeek = (day: string) =>
  `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${formatDay(day)}`;

const dayMs = 24 * 3_600_000;

/**
 * Returns the weeks of a month (`YYYY-MM`) from Monday to Sunday, filled with days of the adjacent
 * months.
 */
export function weeksOfMonth(month: string): string[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const daysBefore = (first.getUTCDay() + 6) % 7;
  const dayAt = (index: number) =>
    new Date(first.getTime() + (index - daysBefore) * dayMs).toISOString().slice(0, 10);
  const weeks: string[][] = [];
  for (let start = 0; start === 0 || dayAt(start).startsWith(month); start += 7) {
    weeks.push(Array.from({ length: 7 }, (_, index) => dayAt(start + index)));
  }
  return weeks;
}

/** Returns the month a number of months later: `2026-12`, 1 → `2027-01`. */
export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/** Returns the date whose day of the month is nearest to a number; the earlier of two. */
export const nearestDay = (dates: readonly string[], day: number): string | undefined =>
  dates.toSorted((one, other) => distanceTo(one, day) - distanceTo(other, day))[0];

const distanceTo = (date: string, day: number) => Math.abs(Number(date.slice(8, 10)) - day);

/** Returns whether a text is a calendar day. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
