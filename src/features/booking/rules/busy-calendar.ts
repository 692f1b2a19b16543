import { credentialsRefused, hasCredentials, parseUrl } from '#rules/url.ts';
import { instantText, requiredText, z } from '#rules/zod.ts';

/** So many calendars of the mentor's own are read. */
export const mostBusyCalendars = 3;

const addressRequired = 'Paste the calendar’s address. It starts with https://.';

/** What calendar programs hand out as `webcal://` is read by https. */
const withHttps = (text: string) => text.replace(/^webcals?:\/\//i, 'https://');

const isCalendarUrl = (text: string) => parseUrl(text)?.protocol === 'https:';

/** What the admin asks for a calendar that keeps slots closed. */
export const busyCalendarForm = z.object({
  name: requiredText('A name is required.', 1, 60),
  url: requiredText(addressRequired, 1, 2_000)
    .overwrite(withHttps)
    .refine(isCalendarUrl, addressRequired)
    .refine((url) => !hasCredentials(url), credentialsRefused),
});

/** What a calendar holds that could not be read, and why, in words for the mentor. */
export interface UnreadEvent {
  title: string;
  reason: string;
}

/** A calendar of the mentor's own. Its address is secret and never returned. Instants are ISO texts. */
export interface BusyCalendar {
  id: string;
  name: string;
  /** Whose it is, such as `calendar.google.com`; null when the address cannot be read any more. */
  host: string | null;
  created_at: string;
  read_at: string | null;
  /** What was wrong with the last try. */
  last_error: string | null;
  /** What the last reading could not read. */
  unread_events: UnreadEvent[];
}

const instant = instantText('Invalid time.');

/** The query of `GET /api/busy_calendars/times`: what overlaps this span. */
export const busyTimesQuery = z
  .object({ from: instant, to: instant })
  .refine(({ from, to }) => from < to, {
    path: ['to'],
    message: 'The end is before the start.',
  });
