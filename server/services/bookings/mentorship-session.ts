import { mentorshipOptions } from '#content/offers.ts';
import type { BookingContent } from '#domain/booking.ts';
import type { Booking } from '#server/db/queries/bookings.ts';

/** A session as mails and calendars tell of it; every row of a booking is one. */
export type MentorshipSession = Pick<
  Booking,
  | 'id'
  | 'name'
  | 'email'
  | 'sessionType'
  | 'startsAt'
  | 'meetingType'
  | 'tradingKnowledge'
  | 'notes'
  | 'timeZone'
>;

/** Returns the session that a visitor asks for. */
export const toRequestedSession = (id: string, content: BookingContent): MentorshipSession => ({
  id,
  name: content.name,
  email: content.email,
  sessionType: content.session_type,
  startsAt: content.startsAt,
  meetingType: content.meeting_type,
  tradingKnowledge: content.trading_knowledge,
  notes: content.notes,
  timeZone: content.time_zone,
});

export const sessionTypes: readonly string[] = mentorshipOptions.map(({ title }) => title);

/** Returns how long a session of this type is, in minutes; of one that is offered no more, an hour. */
export const sessionMinutes = (sessionType: string): number =>
  mentorshipOptions.find(({ title }) => title === sessionType)?.minutes ?? 60;
