import ical, { ICalCalendarMethod } from 'ical-generator';
import type { UpcomingEvent } from '#features/content/rules/event.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import { toHeaderText } from '#platform/mail/mail.ts';

/** Events have no length, but calendars need one. In milliseconds. */
const assumedLength = 3_600_000;

/** iCalendar allows no control characters except tabs (RFC 5545, 3.1). Line breaks are escaped. */
const withoutControls = (text: string) =>
  text.replaceAll(/\r\n?|[\v\f\u0085]/g, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '');

/** Returns an event as a calendar file. Without a time it lasts all day. */
export function composeEvent(
  siteUrl: string,
  { site }: Pick<Settings, 'site'>,
  { id, title, date, startsAt, location, description }: UpcomingEvent,
): string {
  const start = new Date(startsAt ?? `${date}T00:00:00Z`);
  const calendar = ical({
    prodId: { company: toHeaderText(site.name), product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${id}@${new URL(siteUrl).hostname}`,
    start,
    ...(startsAt ? { end: new Date(start.getTime() + assumedLength) } : { allDay: true }),
    summary: toHeaderText(title),
    location: location && toHeaderText(location, 300),
    description: description && withoutControls(description),
    url: `${siteUrl}/community`,
  });
  return calendar.toString();
}
