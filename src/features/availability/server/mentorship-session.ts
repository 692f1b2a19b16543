import type { OffersSettings, Settings } from '#features/settings/rules/index.ts';
import {
  type BookingWindow,
  hourSession,
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
export type SessionTerms = Pick<Booking, 'sessionType' | 'sessionMinutes' | 'sessionPrice'>;

/**
 * Returns the terms of the current offer with this title. An unknown title means an hour without a
 * price.
 */
export function toSessionTerms(sessionType: string, offers: Offers) {
  const offer = findOffer(sessionType, offers);
  const terms = { sessionMinutes: shapeOf(offer).minutes, sessionPrice: offer?.price ?? null };
  return { sessionType, ...terms };
}

/** Returns the offer with this title, if there is one. */
const findOffer = (sessionType: string, { mentorshipOptions }: Offers) =>
  mentorshipOptions.find(({ title }) => title === sessionType);

/** Returns the time that a session takes: its own length, with the current grid and gap. */
export const shapeOfSession = (
  { sessionType, sessionMinutes }: Pick<SessionTerms, 'sessionType' | 'sessionMinutes'>,
  offers: Offers,
): SessionShape => shapeOf(findOffer(sessionType, offers), sessionMinutes);

/** Returns how soon and how far ahead this session can be booked. */
export const windowOfSession = (
  sessionType: string,
  { booking, offers }: Pick<Settings, 'booking' | 'offers'>,
): BookingWindow => windowOf(findOffer(sessionType, offers), booking);

/** Returns the length of a session, in minutes. */
export const minutesOf = ({ sessionMinutes }: Pick<SessionTerms, 'sessionMinutes'>): number =>
  sessionMinutes ?? hourSession.minutes;
