import { Temporal } from 'temporal-polyfill';
import { addDays, instantInZone } from '#rules/zoned-time.ts';
import type { ExtraHours, TimeOff } from './availability-exception.ts';
import type { Span } from './slots.ts';

/* Separate from the forms, so that browsers do not load the time zone arithmetic. */

/** Returns the instant of a local time on a day; without a time, the start of the next day. */
const instantOf = (day: string, time: string | null, timeZone: string): Date =>
  time === null
    ? instantInZone(addDays(day, 1), '00:00', timeZone)
    : instantInZone(day, time, timeZone);

/** Returns the instants of time off. The span may be empty if the clock skips the given times. */
export const timeOffSpan = (
  { from, to, start_time, end_time }: Omit<TimeOff, 'note'>,
  timeZone: string,
): Span => ({
  from: instantOf(from, start_time ?? '00:00', timeZone),
  to: instantOf(to, end_time, timeZone),
});

const clock = (hour: number) => (hour === 24 ? null : `${String(hour).padStart(2, '0')}:00`);

/** Returns extra hours as spans of instants, one per day. A span may be empty as above. */
export function extraHoursSpans(
  { date, last_date, from, to }: Omit<ExtraHours, 'note'>,
  timeZone: string,
): Span[] {
  const { days: more } = Temporal.PlainDate.from(date).until(last_date ?? date);
  return Array.from({ length: more + 1 }, (_, index) => {
    const day = addDays(date, index);
    return {
      from: instantOf(day, clock(from), timeZone),
      to: instantOf(day, clock(to), timeZone),
    };
  });
}
