import { isHoldOver } from '#features/availability/rules/hold.ts';
import { slotSpan } from '#features/availability/rules/offered-slots.ts';
import { doOverlap, type Span } from '#features/availability/rules/slots.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { NamedType } from '#rules/session-shape.ts';
import { minutesOf, type Offers, shapeOfSession } from './mentorship-session.ts';
import { type Booking, listLiveBookings } from './queries/live-bookings.ts';

/** The parts of a booking that determine its time. */
export type Timed = NamedType & Pick<Booking, 'startsAt' | 'sessionMinutes'>;

/** The maximum length of a session, in milliseconds. */
const maxSessionMs = 24 * 3_600_000;

const spanOf = ({ startsAt }: Timed, minutes: number): Span => ({
  from: startsAt,
  to: new Date(startsAt.getTime() + minutes * 60_000),
});

/** Returns the span of a session. */
export const sessionSpan = (session: Timed): Span => spanOf(session, minutesOf(session));

/** Returns the span of a session and its gap, on the grid of its type. */
export const takenSpan = (session: Timed, offers: Offers): Span =>
  slotSpan(session.startsAt, shapeOfSession(session, offers));

const spanWithGap = (session: Timed, offers: Offers): Span =>
  spanOf(session, minutesOf(session) + shapeOfSession(session, offers).gapMinutes);

interface AskedAt {
  now: Date;
  exceptId?: string | undefined;
}

/** Lists the sessions that overlap a span by `toSpan`, except one booking and, with `now`, holds that are over, in order. */
export async function listSessionsWithin(
  db: Executor,
  span: Span,
  {
    now,
    exceptId,
    toSpan = sessionSpan,
  }: Partial<AskedAt> & { toSpan?: (session: Timed) => Span } = {},
): Promise<Booking[]> {
  const from = new Date(span.from.getTime() - maxSessionMs);
  const sessions = await listLiveBookings(db, { from, to: span.to }, exceptId);
  return sessions.filter(
    (session) => !(now && isHoldOver(session, now)) && doOverlap(toSpan(session), span),
  );
}

/** Lists the spans of sessions, including gaps, that overlap a span, except one booking. */
export async function listTakenSpans(
  db: Executor,
  span: Span,
  { offers, ...asked }: AskedAt & { offers: Offers },
): Promise<Span[]> {
  const toSpan = (session: Timed) => spanWithGap(session, offers);
  return (await listSessionsWithin(db, span, { ...asked, toSpan })).map(toSpan);
}

/**
 * Returns whether another session, except one booking, leaves no room for this one and both gaps.
 * For simultaneous bookings the database decides: it allows no overlap.
 */
export const isTimeTaken = async (
  db: Executor,
  session: Timed,
  asked: AskedAt & { offers: Offers },
): Promise<boolean> =>
  (await listTakenSpans(db, takenSpan(session, asked.offers), asked)).length > 0;
