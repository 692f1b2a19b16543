import { dayInZone, formatClock, formatDate } from '#rules/time-zone.ts';
import { calendarDay, emptyAsNull, instantText, optionalText, z } from '#rules/zod.ts';

/** off: no session overlaps it. extra: sessions may start on its full hours. */
export const exceptionKinds = ['off', 'extra'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

const note = emptyAsNull(optionalText(200));

/** A time of day in the mentor's time zone, to the minute. */
const clockTime = emptyAsNull(
  z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, e.g. 14:00.'),
);

/** The longest time off, in days. */
const maxDays = 366;

const dayMs = 24 * 3_600_000;

/** NaN for an invalid date, which has its own error message. */
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/**
 * The form for time off: days in the mentor's calendar, both included; whole days unless times are
 * given.
 */
export const timeOffForm = z
  .object({
    from: calendarDay('A date is required.'),
    to: calendarDay('A date is required.'),
    /** When it starts on the first day. */
    start_time: clockTime,
    /** When it ends on the last day. */
    end_time: clockTime,
    note,
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'The last day is before the first.',
  })
  .refine(({ from, to }) => !(daysFrom(from, to) > maxDays), {
    path: ['to'],
    message: 'Choose a year or less.',
  })
  .refine(
    ({ from, to, start_time, end_time }) =>
      from !== to || end_time === null || (start_time ?? '00:00') < end_time,
    { path: ['end_time'], message: 'The end must be after the start.' },
  );
export type TimeOff = z.output<typeof timeOffForm>;

const hour = (from: number, to: number) =>
  z.coerce
    .number('Choose an hour.')
    .int('Choose an hour.')
    .min(from, 'Choose an hour.')
    .max(to, 'Choose an hour.');

/** The maximum number of days for which one form opens extra hours. */
const maxExtraDays = 31;

/**
 * The form for extra hours: full hours up to 24:00 in the mentor's time zone, on one day or on
 * every day up to a last one.
 */
export const extraHoursForm = z
  .object({
    date: calendarDay('A date is required.'),
    last_date: emptyAsNull(calendarDay('Enter a date.')),
    from: hour(0, 23),
    to: hour(1, 24),
    note,
  })
  .refine(({ from, to }) => from < to, {
    path: ['to'],
    message: 'The end must be after the start.',
  })
  .refine(({ date, last_date }) => last_date === null || date <= last_date, {
    path: ['last_date'],
    message: 'The last day is before the first.',
  })
  .refine(({ date, last_date }) => !(daysFrom(date, last_date ?? date) > maxExtraDays), {
    path: ['last_date'],
    message: 'Choose a month or less.',
  });
export type ExtraHours = z.output<typeof extraHoursForm>;

/** Filters a list: exceptions that end after `from` and start before `to`. */
export const exceptionQuery = z.object({
  from: instantText('Invalid time.').optional(),
  to: instantText('Invalid time.').optional(),
});
export type ExceptionQuery = z.output<typeof exceptionQuery>;

/** A span in the API's format; the end is exclusive. */
export interface SpanOfTexts {
  starts_at: string;
  ends_at: string;
}

/** Returns whether a span overlaps a day in a time zone. */
export const isOnDay = ({ starts_at, ends_at }: SpanOfTexts, day: string, timeZone: string) =>
  dayInZone(starts_at, timeZone) <= day && day <= lastDay(ends_at, timeZone);

/** Returns whether a span contains the whole day. */
export const isWholeDay = ({ starts_at, ends_at }: SpanOfTexts, day: string, timeZone: string) =>
  (dayInZone(starts_at, timeZone) < day || isMidnight(starts_at, timeZone)) &&
  day < dayInZone(ends_at, timeZone);

const isMidnight = (instant: string, timeZone: string) =>
  formatClock(instant, timeZone) === '00:00';

/** Returns the last day that a span overlaps, from its exclusive end. */
const lastDay = (endsAt: string, timeZone: string) =>
  dayInZone(new Date(Date.parse(endsAt) - 1), timeZone);

/** Returns the form values of time off, without times for whole days. */
export const toTimeOffTexts = (span: SpanOfTexts, timeZone: string) => ({
  from: dayInZone(span.starts_at, timeZone),
  to: lastDay(span.ends_at, timeZone),
  start_time: isMidnight(span.starts_at, timeZone) ? '' : formatClock(span.starts_at, timeZone),
  end_time: isMidnight(span.ends_at, timeZone) ? '' : formatClock(span.ends_at, timeZone),
});

/** Returns the part of a span on one day, e.g. `18:00 to 24:00`. */
export function describeHours({ starts_at, ends_at }: SpanOfTexts, day: string, timeZone: string) {
  const starts = dayInZone(starts_at, timeZone) < day ? '00:00' : formatClock(starts_at, timeZone);
  const ends = dayInZone(ends_at, timeZone) > day ? '24:00' : formatClock(ends_at, timeZone);
  return `${starts} to ${ends}`;
}

/**
 * Returns a span as text, e.g. `Mon, 23 Nov 2026 to Fri, 27 Nov 2026`, with times unless it
 * consists of whole days.
 */
export function describeSpan(span: SpanOfTexts, timeZone: string): string {
  const [first, last] = [dayInZone(span.starts_at, timeZone), lastDay(span.ends_at, timeZone)];
  const date = (instant: Date | string) => formatDate(instant, timeZone, 'short');
  const end = new Date(Date.parse(span.ends_at) - 1);
  const isWhole = isMidnight(span.starts_at, timeZone) && isMidnight(span.ends_at, timeZone);
  if (first === last) {
    return isWhole
      ? date(span.starts_at)
      : `${date(span.starts_at)}, ${describeHours(span, first, timeZone)}`;
  }
  if (isWhole) return `${date(span.starts_at)} to ${date(end)}`;
  const ends = isMidnight(span.ends_at, timeZone) ? '24:00' : formatClock(span.ends_at, timeZone);
  return `${date(span.starts_at)}, ${formatClock(span.starts_at, timeZone)} to ${date(end)}, ${ends}`;
}
