import type { OffersSettings, Settings } from '#features/settings/rules/index.ts';
import {
  type BookingWindow,
  findSessionType,
  hourSession,
  type NamedType,
  type SessionShape,
  shapeOf,
  windowOf,
} from '#rules/session-shape.ts';
import type { Booking } from './queries/live-bookings.ts';

/** A session as emails and calendars describe it. Every booking row is one. */
export type MentorshipSession = Pick<
  Booking,
  | 'id'
  | 'name'
  | 'email'
  | 'phone'
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

/** The part of the offers that concerns sessions. */
export type Offers = Pick<OffersSettings, 'mentorshipOptions'>;

/** What a booking stores of its offer. */
export type SessionTerms = Pick<
  Booking,
  'sessionType' | 'sessionTypeId' | 'sessionMinutes' | 'sessionPrice'
>;

/**
 * Returns the terms of the current offer with this title. An unknown title means an hour without a
 * price.
 */
export function toSessionTerms(sessionType: string, { mentorshipOptions }: Offers): SessionTerms {
  const offer = findSessionType({ sessionType }, mentorshipOptions);
  return {
    sessionType,
    sessionTypeId: offer?.id ?? null,
    sessionMinutes: shapeOf(offer).minutes,
    sessionPrice: offer?.price ?? null,
  };
}

/** Returns the time that a session takes: its own length, with the current grid and gap. */
export const shapeOfSession = (
  session: NamedType & Pick<SessionTerms, 'sessionMinutes'>,
  { mentorshipOptions }: Offers,
): SessionShape => shapeOf(findSessionType(session, mentorshipOptions), session.sessionMinutes);

/** Returns how soon and how far ahead this session can be booked. */
export const windowOfSession = (
  session: NamedType,
  { booking, offers }: Pick<Settings, 'booking' | 'offers'>,
): BookingWindow => windowOf(findSessionType(session, offers.mentorshipOptions), booking);

/** Returns the length of a session, in minutes. */
export const minutesOf = ({ sessionMinutes }: Pick<SessionTerms, 'sessionMinutes'>): number =>
  sessionMinutes ?? hourSession.minutes;
