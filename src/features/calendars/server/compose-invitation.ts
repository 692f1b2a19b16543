import ical, {
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { type MentorshipSession, minutesOf } from '#features/availability/server/index.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import { toHeaderText } from '#platform/mail/mail.ts';
import { findJoinDetails, findJoinLink } from '#rules/joining.ts';

interface InvitationOptions {
  settings: Pick<ResolvedSettings, 'site' | 'offers' | 'booking' | 'calendar'>;
  /** PUBLISH: a file to download, which invites no one. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  /** Increases with every change, so that calendars know the newer version. */
  sequence: number;
  mentorEmail: string;
  /** The private page of the booking, only for the visitor. */
  manageUrl?: string;
}

/**
 * Returns a name that cannot end its quotation marks: iCalendar has no escape for them (RFC 5545),
 * and `^` would restore them (RFC 6868).
 */
const toQuotedName = (name: string) =>
  toHeaderText(name).replaceAll('"', "'").replaceAll(/[\\^]/g, '');

/**
 * Returns a session as an iCalendar object. Its UID is stable, so that a later invitation replaces
 * the earlier one.
 */
export function composeInvitation(session: MentorshipSession, options: InvitationOptions): string {
  const { settings, method, sequence, mentorEmail, manageUrl } = options;
  const { site, calendar } = settings;
  const siteName = toQuotedName(site.name);
  const minutes = minutesOf(session);
  const joinDetails = toHeaderText(findJoinDetails(session, settings.booking.joining) ?? '', 500);
  const url = findJoinLink(joinDetails) ?? manageUrl;
  const sessionType = toHeaderText(session.sessionType);
  const meetingType = toHeaderText(session.meetingType);
  const attendee = (name: string, email: string) => ({
    name: toQuotedName(name) || email,
    email,
    type: ICalAttendeeType.INDIVIDUAL,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  });
  const description = [
    `${sessionType} (${minutes} minutes), via ${meetingType}.`,
    ...(joinDetails ? [`Join: ${joinDetails}`] : []),
    ...(manageUrl ? [`Your booking: ${manageUrl}`] : []),
  ].join('\n');

  const file = ical({
    prodId: { company: siteName, product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  file.createEvent({
    id: `${session.id}@${new URL(calendar.siteUrl).hostname}`,
    sequence,
    stamp: new Date(),
    start: session.startsAt,
    end: new Date(session.startsAt.getTime() + minutes * 60_000),
    summary: `${sessionType} · ${toHeaderText(site.name)}`,
    description,
    location: joinDetails || meetingType,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(url && { url }),
    ...(method !== 'PUBLISH' && {
      organizer: { name: siteName, email: calendar.organizer },
      attendees: [
        ...(session.email ? [attendee(session.name, session.email)] : []),
        attendee(siteName, mentorEmail),
      ],
    }),
  });
  return file.toString();
}
