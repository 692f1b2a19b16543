import { slotSpan } from '#domain/offered-slots.ts';
import { doOverlap, type Span } from '#domain/slots.ts';
import type { Executor } from '#server/db/executor.ts';
import { type Booking, listStanding, listTakenTimes } from '#server/db/queries/bookings.ts';
import { minutesOf, type Offers, shapeOfSession } from './mentorship-session.ts';

/** A session, as far as its time goes. */
export type Timed = Pick<Booking, 'startsAt' | 'sessionType' | 'sessionMinutes'>;

/** No session is longer than that, in milliseconds. */
const longestSessionMs = 24 * 3_600_000;

/** Returns from when to when a session is. */
export const sessionSpan = (session: Timed, offers: Offers): Span => ({
  from: session.startsAt,
  to: new Date(session.startsAt.getTime() + minutesOf(session, offers) * 60_000),
});

/** Returns what a session takes that begins at a slot, with its gap. */
export const takenSpan = (session: Timed, offers: Offers): Span =>
  slotSpan(session.startsAt, shapeOfSession(session, offers));

/** Returns from when a session may have begun that goes on within a span. */
const withBegun = ({ from, to }: Span): Span => ({
  from: new Date(from.getTime() - longestSessionMs),
  to,
});

/** Returns from when a session is until its gap ends. */
const withGap = (session: Timed, offers: Offers): Span => {
  const { from, to } = sessionSpan(session, offers);
  const { gapMinutes } = shapeOfSession(session, offers);
  return { from, to: new Date(to.getTime() + gapMinutes * 60_000) };
};

/** Returns the sessions that go on within a span, except one booking, in order. */
export async function listSessionsWithin(
  db: Executor,
  span: Span,
  offers: Offers,
  exceptId?: string,
  toSpan = sessionSpan,
): Promise<Booking[]> {
  const sessions = await listStanding(db, withBegun(span), exceptId);
  return sessions.filter((session) => doOverlap(toSpan(session, offers), span));
}

/** Returns when sessions and their gaps go on that may reach into a span, except one booking. */
export async function listTakenSpans(
  db: Executor,
  span: Span,
  offers: Offers,
  exceptId?: string,
): Promise<Span[]> {
  const sessions = await listTakenTimes(db, withBegun(span), exceptId);
  return sessions.map((session) => withGap(session, offers));
}

/**
 * Returns whether another session, except one booking, leaves no room for this one and the gaps of
 * both. What is booked in the same instant is left to the database, which lets no two sessions overlap.
 */
export const isTimeTaken = async (
  db: Executor,
  session: Timed,
  offers: Offers,
  exceptId?: string,
): Promise<boolean> =>
  (await listSessionsWithin(db, takenSpan(session, offers), offers, exceptId, withGap)).length > 0;
