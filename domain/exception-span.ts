import { Temporal } from 'temporal-polyfill';
import type { ExtraHours, TimeOff } from './availability-exception.ts';
import type { Span } from './slots.ts';

/* Apart from the forms, which the browser has: it need not know the arithmetic of time zones. */

/** The instant at which a clock shows a time of a day; the first of the next day for no time. */
function instantOf(day: string, time: string | null, timeZone: string): Date {
  const date = Temporal.PlainDate.from(day);
  const there =
    time === null
      ? date.add({ days: 1 }).toZonedDateTime(timeZone)
      : date.toZonedDateTime({ timeZone, plainTime: time });
  return new Date(there.epochMilliseconds);
}

/** Returns time off as a span of instants. It may be empty where the clock skips what was given. */
export const timeOffSpan = (
  { from, to, start_time, end_time }: Omit<TimeOff, 'note'>,
  timeZone: string,
): Span => ({
  from: instantOf(from, start_time ?? '00:00', timeZone),
  to: instantOf(to, end_time, timeZone),
});

const clock = (hour: number) => (hour === 24 ? null : `${String(hour).padStart(2, '0')}:00`);

/** Returns extra hours as spans of instants, one a day, likewise. */
export function extraHoursSpans(
  { date, last_date, from, to }: Omit<ExtraHours, 'note'>,
  timeZone: string,
): Span[] {
  const first = Temporal.PlainDate.from(date);
  const { days: more } = first.until(last_date ?? date);
  return Array.from({ length: more + 1 }, (_, index) => {
    const day = first.add({ days: index }).toString();
    return {
      from: instantOf(day, clock(from), timeZone),
      to: instantOf(day, clock(to), timeZone),
    };
  });
}
