import { Temporal } from 'temporal-polyfill';

/** When the mentor is open: full hours by day of the week (ISO: 1 is Monday), in one time zone. */
export interface OpeningHours {
  timeZone: string;
  hours: Readonly<Record<1 | 2 | 3 | 4 | 5 | 6 | 7, readonly number[]>>;
}

/** From one instant (included) to another (excluded). */
export interface Span {
  from: Date;
  to: Date;
}

const zoned = (instant: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);

const toDate = ({ epochMilliseconds }: { epochMilliseconds: number }) =>
  new Date(epochMilliseconds);

const hoursOf = ({ hours }: OpeningHours, { dayOfWeek }: { dayOfWeek: number }) =>
  hours[dayOfWeek as keyof OpeningHours['hours']];

/**
 * Returns the instant of a date and a time (`18:30`) in a time zone, the first if it occurs twice;
 * undefined for an invalid date or time, or one that the clock skips.
 */
export function instantAt(date: string, time: string, timeZone: string): Date | undefined {
  try {
    const local = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time));
    const there = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    return there.toPlainDateTime().equals(local) ? toDate(there) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the start of every open hour of the span, in order. An hour that the clock skips is
 * missing; a repeated hour occurs twice.
 */
export function openingSlots(opening: OpeningHours, { from, to }: Span): Date[] {
  const last = zoned(to, opening.timeZone).toPlainDate();
  const instants = new Set<number>();
  let date = zoned(from, opening.timeZone).toPlainDate();
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const hour of hoursOf(opening, date)) {
      const local = date.toPlainDateTime({ hour });
      for (const disambiguation of ['earlier', 'later'] as const) {
        const slot = local.toZonedDateTime(opening.timeZone, { disambiguation });
        if (slot.toPlainDateTime().equals(local)) instants.add(slot.epochMilliseconds);
      }
    }
  }
  return [...instants]
    .filter((at) => at >= from.getTime() && at < to.getTime())
    .sort((a, b) => a - b)
    .map((at) => new Date(at));
}

/** Returns whether two spans overlap. */
export const doOverlap = (one: Span, other: Span): boolean =>
  one.from < other.to && other.from < one.to;

/** Returns the calendar date (`2026-11-23`) of an instant in a time zone. */
export const calendarDate = (instant: Date, timeZone: string): string =>
  zoned(instant, timeZone).toPlainDate().toString();

/**
 * Returns a date in a time zone as a span of 23 to 25 hours, empty if the time zone skipped it.
 * Throws a RangeError for an invalid date.
 */
export function daySpan(date: string, timeZone: string): Span {
  const day = Temporal.PlainDate.from(date);
  return spanOfDays(day, day.add({ days: 1 }), timeZone);
}

/** Returns the month of a date in a time zone. Throws a RangeError for an invalid date. */
export function monthSpan(date: string, timeZone: string): Span {
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  return spanOfDays(first, first.add({ months: 1 }), timeZone);
}

const spanOfDays = (from: Temporal.PlainDate, to: Temporal.PlainDate, timeZone: string): Span => ({
  from: toDate(from.toZonedDateTime(timeZone)),
  to: toDate(to.toZonedDateTime(timeZone)),
});

/** Returns the opening hours of the settings in the form that the checks need. */
export const toOpening = ({
  timeZone,
  openingHours: hours,
}: {
  timeZone: string;
  openingHours: OpeningHours['hours'];
}): OpeningHours => ({ timeZone, hours });
