import { credentialsRefused, hasCredentials, parseUrl } from '#rules/url.ts';
import { instantText, requiredText, z } from '#rules/zod.ts';

/** The maximum number of connected calendars. */
export const maxBusyCalendars = 3;

const addressRequired = 'Paste the calendar’s address. It starts with https://.';

/** Calendar programs hand out `webcal://` addresses, which work over https. */
const withHttps = (text: string) => text.replace(/^webcals?:\/\//i, 'https://');

const isCalendarUrl = (text: string) => parseUrl(text)?.protocol === 'https:';

/** The form that connects a calendar. */
export const busyCalendarForm = z.object({
  name: requiredText('A name is required.', 1, 60),
  url: requiredText(addressRequired, 1, 2_000)
    .overwrite(withHttps)
    .refine(isCalendarUrl, addressRequired)
    .refine((url) => !hasCredentials(url), credentialsRefused),
});

/** An event that could not be read, and why, in words for the mentor. */
export interface UnreadEvent {
  title: string;
  reason: string;
}

/** A connected calendar. Its address is secret and never returned. Instants are ISO texts. */
export interface BusyCalendar {
  id: string;
  name: string;
  /** The host, e.g. `calendar.google.com`; null if the address can no longer be decrypted. */
  host: string | null;
  created_at: string;
  read_at: string | null;
  /** Why the last reading failed. */
  last_error: string | null;
  /** Events that the last reading could not read. */
  unread_events: UnreadEvent[];
}

const instant = instantText('Invalid time.');

/** The query of `GET /api/busy_calendars/times`: busy times that overlap this span. */
export const busyTimesQuery = z
  .object({ from: instant, to: instant })
  .refine(({ from, to }) => from < to, {
    path: ['to'],
    message: 'The end is before the start.',
  });
