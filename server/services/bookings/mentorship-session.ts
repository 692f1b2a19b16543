import type { BookingContent } from '#domain/booking.ts';
import type { OffersSettings } from '#domain/settings/offers.ts';
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
  | 'joinDetails'
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
  joinDetails: null,
});

/** What is sold, as far as sessions are concerned. */
export type Offers = Pick<OffersSettings, 'mentorshipOptions'>;

/** Returns how long a session of this type is, in minutes; of one that is offered no more, an hour. */
export const sessionMinutes = (sessionType: string, { mentorshipOptions }: Offers): number =>
  mentorshipOptions.find(({ title }) => title === sessionType)?.minutes ?? 60;
