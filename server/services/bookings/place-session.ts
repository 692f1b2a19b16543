import { openingHours } from '#content/booking-rules.ts';
import { doOverlap, isWithinOpening } from '#domain/slots.ts';
import type { Transaction } from '#server/db/executor.ts';
import { readAvailability } from '#server/db/queries/availability.ts';
import type { Booking } from '#server/db/queries/bookings.ts';
import { AppError } from '#server/errors.ts';
import { formatMentorTime } from '#server/mentor-time.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { listSessionsWithin, sessionSpan } from './session-time.ts';

/**
 * Throws `slot-taken` (409) where another session goes on while this one would. The hours of both
 * have to be locked.
 */
export async function requireFreeTime(
  transaction: Transaction,
  session: Pick<Booking, 'id' | 'startsAt' | 'sessionType'>,
): Promise<void> {
  const [other] = await listSessionsWithin(transaction, sessionSpan(session), session.id);
  if (other) throw timeTaken(other);
}

/** Tells the mentor what stands against a session at a time. Only another session forbids it. */
export async function readPlacement(
  { db }: ServiceDeps,
  {
    startsAt,
    sessionType,
    bookingId,
  }: { startsAt: Date; sessionType: string; bookingId?: string | undefined },
) {
  const span = sessionSpan({ startsAt, sessionType });
  const [[other], { extra, closed }] = await Promise.all([
    listSessionsWithin(db, span, bookingId),
    readAvailability(db, span),
  ]);
  const isExtra = extra.some(({ from, to }) => from <= startsAt && startsAt < to);
  return {
    is_within_hours: isExtra || isWithinOpening(openingHours, startsAt),
    /** The mentor is off then, or busy. */
    is_closed: closed.some((one) => doOverlap(one, span)),
    other: other ? { name: other.name, booking_date: other.startsAt.toISOString() } : null,
  };
}

/** 409, for the mentor's eyes: who has the time. */
function timeTaken({ name, startsAt }: Booking): AppError {
  const message = `${name} has a session at that time (${formatMentorTime(startsAt)}). Please choose another.`;
  return new AppError(409, 'slot-taken', message, {
    fieldErrors: [{ field: 'booking_date', message }],
  });
}
