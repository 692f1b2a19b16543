import { Temporal } from 'temporal-polyfill';

/** The months by their first three letters, in English and Afrikaans. */
const months: Record<string, number> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mrt: 3,
  maa: 3,
  apr: 4,
  may: 5,
  mei: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  des: 12,
};

const yearFirst = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
const namedMonth = /^(\d{1,2})(?:st|nd|rd|th)?[ -]?([A-Za-z]{3,9})\.?[ -]?(?:(\d{4}|\d{2}))?$/;
const monthFirst = /^([A-Za-z]{3,9})\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?(?:[ -](\d{4}|\d{2}))?$/;
const yearThenMonth = /^(\d{4})[ -]?([A-Za-z]{3,9})[ -]?(\d{1,2})$/;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? /i;

/** Longer texts are no dates. */
const maxLength = 60;

/** The weekday before a date, its comma and the time of day after it are ignored. */
const withoutTime = (text: string) =>
  text
    .slice(0, maxLength)
    .trim()
    .replace(weekday, '')
    .replace(/,? ?[ T]\d{1,2}:\d{2}.*/s, '')
    .replace(/, ?/, ' ');

function toDay(year: number, month: number | undefined, day: number): string | undefined {
  if (month === undefined) return undefined;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

const toYear = (digits: string) => Number(digits) + (digits.length === 2 ? 2000 : 0);

/** Reads `31 Jan 2026`, `Jan 31, 2026` and `2026-Jan-31`. */
function readNamedMonth(
  text: string,
): Partial<Record<'day' | 'name' | 'year', string | undefined>> {
  const [, firstDay, name, year] = namedMonth.exec(text) ?? [];
  if (firstDay) return { day: firstDay, name, year };
  const [, firstName, day, lastYear] = monthFirst.exec(text) ?? [];
  if (firstName) return { day, name: firstName, year: lastYear };
  const [, firstYear, middle, lastDay] = yearThenMonth.exec(text) ?? [];
  return { day: lastDay, name: middle, year: firstYear };
}

export interface DateSetting {
  /** Whether the file writes the last day of the year as `12/31/2026`. */
  isMonthFirst?: boolean;
  /** The last day of the statement, `YYYY-MM-DD`, for files that leave out the year. */
  lastDay?: string | undefined;
}

/**
 * Returns a date that a bank or a person wrote as `YYYY-MM-DD`: `2026/01/31`, `20260131`, `31/01/2026`, `31Jan2026`,
 * `31-Jan-26`, `31 January 2026`, `Jan 31, 2026`, or, with the statement's last day, `31 Jan`. Returns
 * undefined for other texts.
 */
export function findDate(text: string, setting: DateSetting = {}): string | undefined {
  const written = withoutTime(text);
  const first = yearFirst.exec(written);
  if (first) return toDay(Number(first[1]), Number(first[3]), Number(first[4]));

  const last = yearLast.exec(written);
  if (last) {
    const [, one, other, year = ''] = last;
    const [day, month] = setting.isMonthFirst ? [other, one] : [one, other];
    return toDay(toYear(year), Number(month), Number(day));
  }

  const { day, name = '', year } = readNamedMonth(written);
  const month = months[name.slice(0, 3).toLowerCase()];
  if (year) return toDay(toYear(year), month, Number(day));
  if (!day || !setting.lastDay) return undefined;
  const lastYear = Number(setting.lastDay.slice(0, 4));
  const date = toDay(lastYear, month, Number(day));
  return date && date <= setting.lastDay ? date : toDay(lastYear - 1, month, Number(day));
}

/**
 * Returns whether the dates of a file put the month first: all of them are dates this way, and at least
 * one of them is a date only this way.
 */
export function areMonthsFirst(dates: readonly string[]): boolean {
  const written = dates.filter((date) => yearLast.test(withoutTime(date)));
  return (
    written.some((date) => !findDate(date)) &&
    written.every((date) => findDate(date, { isMonthFirst: true }))
  );
}
