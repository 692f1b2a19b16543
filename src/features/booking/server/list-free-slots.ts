import { endOfBookableTime, startOfBookableTime } from '#features/booking/rules/booking-rules.ts';
import { freeSlots, slotSpan } from '#features/booking/rules/offered-slots.ts';
import { calendarDate, daySpan, type Span } from '#features/booking/rules/slots.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import type { BookingDeps } from './booking-deps.ts';
import { toOpening } from './check-booking.ts';
import { shapeOfSession, windowOfSession } from './mentorship-session.ts';
import { readAvailability } from './queries/availability.ts';
import { findBooking } from './queries/bookings.ts';
import { listTakenSpans, type Timed } from './session-time.ts';

interface FreeSlotsQuery extends Span {
  /** The session type that must fit. Defaults to an hour. */
  sessionType?: string | undefined;
  /** The booking to be moved, if any: then its own length counts. */
  bookingId?: string | undefined;
}

/**
 * Lists the slots that can be booked within the span, without the current slot of a booking to be
 * moved.
 */
export async function listFreeSlots(
  { db, now, readFacts }: BookingDeps,
  { from, to, sessionType = '', bookingId }: FreeSlotsQuery,
): Promise<Date[]> {
  const present = now();
  const facts = await readFacts();
  const moved = bookingId === undefined ? undefined : await findBooking(db, bookingId);
  const asked = moved ?? { sessionType, sessionMinutes: null };
  const window = windowOfSession(asked.sessionType, facts);
  const first = startOfBookableTime(present, window);
  const last = endOfBookableTime(present, window);
  // Times outside the window can't be booked, and extreme dates can't be computed.
  const span = { from: from > first ? from : first, to: to < last ? to : last };
  if (span.from >= span.to) return [];
  const session = shapeOfSession(asked, facts.offers);
  // A session in the last slot ends after the span.
  const around = { from: span.from, to: slotSpan(span.to, session).to };
  const [taken, availability] = await Promise.all([
    listTakenSpans(db, around, { offers: facts.offers, now: present, exceptId: bookingId }),
    readAvailability(db, around),
  ]);
  const opening = toOpening(facts.booking);
  const free = freeSlots({ opening, availability, now: present, taken, session }, span);
  return free.filter((slot) => slot.getTime() !== moved?.startsAt.getTime());
}

/**
 * Lists the free slots on a session's date, in the visitor's time zone or else the mentor's;
 * undefined while the database is unavailable.
 */
export async function listFreeOnDay(
  deps: BookingDeps,
  {
    startsAt,
    sessionType,
    timeZone,
    bookingId,
  }: Pick<Timed, 'startsAt' | 'sessionType'> & { timeZone: string | null; bookingId?: string },
): Promise<Date[] | undefined> {
  const zone = findTimeZone(timeZone) ?? (await deps.readFacts()).booking.timeZone;
  const day = daySpan(calendarDate(startsAt, zone), zone);
  return listFreeSlots(deps, { ...day, sessionType, bookingId }).catch(() => undefined);
}
