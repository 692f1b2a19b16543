import { doOverlap, isWithinHours, toOpening } from '#features/availability/rules/index.ts';
import {
  type Booking,
  findBooking,
  listSessionsWithin,
  readAvailability,
  sessionSpan,
  type Timed,
  toSessionTerms,
} from '#features/availability/server/index.ts';
import type { PlacementQuery } from '#features/booking/rules/mentor-booking.ts';
import { formatMentorTime, type MentorClock } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError } from '#platform/errors/errors.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import type { BookingDeps } from './booking-deps.ts';
import { findTimeZoneOf } from './queries/bookings.ts';

/** Throws `slot-taken` (409) if another session overlaps this one. */
export async function requireFreeTime(
  { readSettings, now }: Pick<BookingDeps, 'readSettings' | 'now'>,
  transaction: Transaction,
  session: Timed & Pick<Booking, 'id'>,
): Promise<void> {
  const { booking: clock } = await readSettings();
  const [other] = await listSessionsWithin(transaction, sessionSpan(session), {
    now: now(),
    exceptId: session.id,
  });
  if (other) throw timeTaken(other, clock);
}

/** Returns what conflicts with a session at a time. Only another session prevents it. */
export async function readPlacement(
  { db, readSettings, now }: BookingDeps,
  { startsAt, sessionType, bookingId, email }: PlacementQuery,
) {
  const { offers, booking: rules } = await readSettings();
  const booking = bookingId === undefined ? undefined : await findBooking(db, bookingId);
  const { sessionMinutes } = booking ?? toSessionTerms(sessionType, offers);
  const span = sessionSpan({ startsAt, sessionType, sessionMinutes });
  const clientEmail = booking?.email ?? email;
  const [[other], { extra, closed }, knownZone] = await Promise.all([
    listSessionsWithin(db, span, { now: now(), exceptId: bookingId }),
    readAvailability(db, span),
    clientEmail ? findTimeZoneOf(db, clientEmail) : null,
  ]);
  return {
    is_within_hours: isWithinHours(toOpening(rules), extra, span),
    /** Whether the mentor is off or busy then. */
    is_closed: closed.some((one) => doOverlap(one, span)),
    /** From this booking, or else from the latest one with the same email. */
    client_time_zone: findTimeZone(booking?.timeZone ?? knownZone),
    other: other ? { name: other.name, booking_date: other.startsAt } : null,
  };
}

/** The time is taken (409). Tells the mentor by whom. */
function timeTaken({ name, startsAt }: Booking, clock: MentorClock): AppError {
  const message = `${name} already has a session then (${formatMentorTime(startsAt, clock)}). Choose another time.`;
  return new AppError(409, 'slot-taken', message, {
    fieldErrors: [{ field: 'booking_date', message }],
  });
}
