import { mentorshipOptions } from '#content/offers.ts';
import type { BookingContent } from '#domain/booking.ts';

/** A session as mails and calendars tell of it; every row of a booking is one. */
export interface MentorshipSession {
  id: string;
  name: string;
  email: string;
  sessionType: string;
  startsAt: Date;
  meetingType: string;
  tradingKnowledge: string;
  notes: string;
  /** The visitor's zone, where it is known. */
  timeZone: string | null;
}

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

/** The titles of the sessions that can be booked. */
export const sessionTypes: readonly string[] = mentorshipOptions.map(({ title }) => title);

/** A session type that is offered no more still has a length. */
const usualMinutes = 60;

/** Returns how long a session of this type is, in minutes. */
export const sessionMinutes = (sessionType: string): number =>
  mentorshipOptions.find(({ title }) => title === sessionType)?.minutes ?? usualMinutes;
