import { calendarDay, emptyAsNull, optionalText, requiredText, z } from './zod.ts';

/** What the admin asks for an event. Only its title and its day are needed. */
export const eventForm = z.object({
  title: requiredText('A title is required.', 1, 300),
  date: calendarDay('A date is required.'),
  /** On the mentor's clock, to the minute. Comes out as the database keeps it, which is taken too. */
  time: emptyAsNull(
    z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::00)?$/, 'Enter a time, e.g. 18:00.'),
  ).transform((time) => time && `${time.slice(0, 5)}:00`),
  location: emptyAsNull(optionalText(300)),
  description: emptyAsNull(optionalText(5_000)),
});

/** An event that is still to come, as the public sees it: on the mentor's calendar and clock (`HH:MM`). */
export interface UpcomingEvent extends z.output<typeof eventForm> {
  id: string;
  /** The same as an instant in UTC (ISO 8601); nothing for an event without a time. */
  startsAt: string | null;
}
