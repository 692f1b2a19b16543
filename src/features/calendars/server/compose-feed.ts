import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { type Booking, minutesOf } from '#features/availability/server/index.ts';
import { formatShortMentorTime, type ResolvedSettings } from '#features/settings/server/index.ts';
import { toHeaderText } from '#platform/mail/mail.ts';
import { findJoinDetails } from '#rules/joining.ts';
import { unlinked } from '#rules/mail-text.ts';
import { dayInZone } from '#rules/time-zone.ts';

/** The suggested interval between requests of a calendar program, in seconds. Most ignore it. */
const refreshSeconds = 15 * 60;

/**
 * Returns bookings as the mentor's calendar. The UIDs match the invitations, and the result is
 * deterministic.
 */
export function composeFeed(bookings: Booking[], settings: ResolvedSettings): string {
  const { site, booking: rules } = settings;
  const { siteUrl } = settings.calendar;
  const feed = ical({
    name: `${site.name}: bookings`,
    prodId: { company: site.name, product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const booking of bookings) {
    const { id, startsAt, createdAt, calendarSequence, heldUntil } = booking;
    const joinDetails = findJoinDetails(booking, rules.joining);
    const sessionType = toHeaderText(booking.sessionType);
    const meetingType = toHeaderText(booking.meetingType);
    const minutes = minutesOf(booking);
    const day = dayInZone(startsAt, rules.timeZone);
    feed.createEvent({
      id: `${id}@${new URL(siteUrl).hostname}`,
      sequence: calendarSequence,
      // From the row, so that it only changes with the row.
      stamp: createdAt,
      start: startsAt,
      end: new Date(startsAt.getTime() + minutes * 60_000),
      summary: `${heldUntil ? 'Held: ' : ''}${toHeaderText(booking.name)} · ${sessionType}`,
      location: joinDetails ? toHeaderText(joinDetails, 500) : meetingType,
      description: [
        ...(heldUntil
          ? [
              `Not confirmed: held until ${formatShortMentorTime(heldUntil, rules)}, unless it is paid.`,
            ]
          : []),
        `${sessionType} (${minutes} minutes), via ${meetingType}.`,
        ...(joinDetails ? [`Join: ${joinDetails}`] : []),
        booking.email,
        ...(booking.notes ? ['', unlinked(booking.notes)] : []),
        ...(booking.mentorNote ? ['', `Your note: ${booking.mentorNote}`] : []),
      ].join('\n'),
      url: `${siteUrl}/admin/bookings?view=calendar&day=${day}`,
      status: heldUntil ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return feed.toString();
}
