import { calendarDay, emptyAsNull, optionalText, requiredText, z } from '#rules/zod.ts';

/** The form of an event. Only the title and the day are required. */
export const eventForm = z.object({
  title: requiredText('A title is required.', 1, 300).meta({ label: 'Title' }),
  date: calendarDay('A date is required.').meta({ label: 'Date' }),
  /** A time in the mentor's time zone, to the minute. The output has seconds, like the database. */
  time: emptyAsNull(
    z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::00)?$/, 'Enter a time, e.g. 18:00.'),
  )
    .transform((time) => time && `${time.slice(0, 5)}:00`)
    .meta({ label: 'Time' }),
  location: emptyAsNull(optionalText(300)).meta({ label: 'Location' }),
  description: emptyAsNull(optionalText(5_000)).meta({
    label: 'Description',
    isLong: true,
    help: 'Links work automatically. The time is in {zone}; visitors also see theirs. Events disappear from the site the day after.',
  }),
});

/** An upcoming event as visitors see it, in the mentor's time zone (`HH:MM`). */
export interface UpcomingEvent extends z.output<typeof eventForm> {
  id: string;
  /** The start in UTC (ISO 8601); null for an event without a time. */
  startsAt: string | null;
}
