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
  | 'sessionMinutes'
  | 'sessionPrice'
  | 'startsAt'
  | 'meetingType'
  | 'tradingKnowledge'
  | 'notes'
  | 'timeZone'
  | 'joinDetails'
>;

/** Returns the session that a visitor asks for, on today's terms. */
export const toRequestedSession = (
  id: string,
  content: BookingContent,
  offers: Offers,
): MentorshipSession => ({
  id,
  name: content.name,
  email: content.email,
  ...toSessionTerms(content.session_type, offers),
  startsAt: content.startsAt,
  meetingType: content.meeting_type,
  tradingKnowledge: content.trading_knowledge,
  notes: content.notes,
  timeZone: content.time_zone,
  joinDetails: null,
});

/** What is sold, as far as sessions are concerned. */
export type Offers = Pick<OffersSettings, 'mentorshipOptions'>;

/** What a booking keeps of the offer it was made with. */
export type SessionTerms = Pick<Booking, 'sessionType' | 'sessionMinutes' | 'sessionPrice'>;

/** Returns the terms of today's offer with this title. A title that is not offered means an hour without a price. */
export function toSessionTerms(sessionType: string, { mentorshipOptions }: Offers) {
  const offer = mentorshipOptions.find(({ title }) => title === sessionType);
  const terms = { sessionMinutes: offer?.minutes ?? 60, sessionPrice: offer?.price ?? null };
  return { sessionType, ...terms };
}

/** Returns the length of a session in minutes: its own, or today's where the version before stored none. */
export const minutesOf = (
  { sessionType, sessionMinutes }: Pick<SessionTerms, 'sessionType' | 'sessionMinutes'>,
  offers: Offers,
): number => sessionMinutes ?? toSessionTerms(sessionType, offers).sessionMinutes;
