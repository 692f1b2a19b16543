import { mentorshipOptions } from '#content/offers.ts';
import type { BookingContent } from '#domain/booking.ts';
import type { Booking } from '#server/db/queries/bookings.ts';

/** A session as mails and calendars tell of it. */
export interface Session {
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

/** The session of a row. */
export const toSession = (row: Booking): Session => ({ ...row, startsAt: row.bookingDate });

/** The session that a visitor asks for. */
export const toAskedSession = (id: string, content: BookingContent): Session => ({
  id,
  name: content.name,
  email: content.email,
  sessionType: content.session_type,
  startsAt: new Date(content.booking_date),
  meetingType: content.meeting_type,
  tradingKnowledge: content.trading_knowledge,
  notes: content.notes,
  timeZone: content.time_zone,
});

/** The titles of the sessions that can be booked. */
export const sessionTypes: readonly string[] = mentorshipOptions.map(({ title }) => title);

/** A session type that is offered no more still has a length. */
const usualMinutes = 60;

/** How long a session of this type is, in minutes. */
export const sessionMinutes = (sessionType: string): number =>
  mentorshipOptions.find(({ title }) => title === sessionType)?.minutes ?? usualMinutes;
