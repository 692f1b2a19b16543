import {
  endOfBookableTime,
  startOfBookableTime,
} from '#features/availability/rules/booking-rules.ts';
import type { DayTimes } from '#features/availability/rules/day-times.ts';
import { freeSlots, slotSpan } from '#features/availability/rules/offered-slots.ts';
import { calendarDate, daySpan, type Span, toOpening } from '#features/availability/rules/slots.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import { groupBy } from '#rules/group-by.ts';
import type { NamedType } from '#rules/session-shape.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import { shapeOfSession, windowOfSession } from './mentorship-session.ts';
import { readAvailability } from './queries/availability.ts';
import { findBooking } from './queries/live-bookings.ts';
import { listTakenSpans, type Timed } from './session-time.ts';

interface FreeSlotsQuery extends Span {
  /** The session type that must fit. Defaults to an hour. */
  sessionType?: string | undefined;
  /** The booking to be moved, if any: then its own length counts. */
  bookingId?: string | undefined;
  /** The length, if it is not that of the type now. */
  minutes?: number | undefined;
}

/**
 * Returns the bookable part of a span. Times outside can't be booked, and extreme dates can't be
 * computed.
 */
function bookableSpan(
  { from, to }: Span,
  session: NamedType,
  settings: Pick<Settings, 'booking' | 'offers'>,
  now: Date,
): Span {
  const window = windowOfSession(session, settings);
  const first = startOfBookableTime(now, window);
  const last = endOfBookableTime(now, window);
  return { from: from > first ? from : first, to: to < last ? to : last };
}

/**
 * Lists the slots that can be booked within the span, without the current slot of a live booking to
 * be moved.
 */
export async function listFreeSlots(
  { db, now, readSettings }: SiteDeps,
  { from, to, sessionType = '', bookingId, minutes }: FreeSlotsQuery,
): Promise<Date[]> {
  const present = now();
  const settings = await readSettings();
  const moved = bookingId === undefined ? undefined : await findBooking(db, bookingId);
  const asked = moved ?? { sessionType, sessionMinutes: minutes ?? null };
  const span = bookableSpan({ from, to }, asked, settings, present);
  if (span.from >= span.to) return [];
  const session = shapeOfSession(asked, settings.offers);
  // A session in the last slot ends after the span.
  const around = { from: span.from, to: slotSpan(span.to, session).to };
  const [taken, availability] = await Promise.all([
    listTakenSpans(db, around, { offers: settings.offers, now: present, exceptId: bookingId }),
    readAvailability(db, around),
  ]);
  const opening = toOpening(settings.booking);
  const free = freeSlots({ opening, availability, now: present, taken, session }, span);
  const current = moved?.cancelledAt === null ? moved.startsAt.getTime() : undefined;
  return free.filter((slot) => slot.getTime() !== current);
}

/**
 * Lists the free slots on a session's date, in the visitor's time zone or else the mentor's;
 * undefined while the database is unavailable.
 */
export async function listFreeOnDay(
  deps: SiteDeps,
  {
    startsAt,
    sessionType,
    timeZone,
    bookingId,
  }: Pick<Timed, 'startsAt' | 'sessionType'> & { timeZone: string | null; bookingId?: string },
): Promise<Date[] | undefined> {
  const zone = findTimeZone(timeZone) ?? (await deps.readSettings()).booking.timeZone;
  const day = daySpan(calendarDate(startsAt, zone), zone);
  return listFreeSlots(deps, { ...day, sessionType, bookingId }).catch(() => undefined);
}

/** How far ahead of a date other free dates are searched, in days. */
const daysAhead = 31;
const maxNextDates = 3;

/**
 * Lists the times of a date for forms without scripts, in the booking's time zone or else the
 * mentor's. While the database is unavailable, these are the opening hours.
 */
export async function listDayTimes(
  deps: SiteDeps,
  {
    date,
    timeZone,
    sessionType = '',
    bookingId,
    minutes,
  }: Omit<FreeSlotsQuery, keyof Span> & { date: string; timeZone: string | null },
): Promise<DayTimes> {
  const settings = await deps.readSettings();
  const zone = findTimeZone(timeZone) ?? settings.booking.timeZone;
  const { from } = daySpan(date, zone);
  const asked = { from, to: new Date(from.getTime() + daysAhead * 24 * 3_600_000) };
  const checked = await listFreeSlots(deps, { ...asked, sessionType, bookingId, minutes }).catch(
    () => undefined,
  );
  const byDate = groupBy(checked ?? listOpenSlots(deps, asked, sessionType, settings), (slot) =>
    calendarDate(slot, zone),
  );
  return {
    date,
    timeZone: zone,
    slots: (byDate.get(date) ?? []).map((slot) => slot.toISOString()),
    nextDates: [...byDate.keys()].filter((day) => day > date).slice(0, maxNextDates),
    isChecked: checked !== undefined,
  };
}

function listOpenSlots(
  { now }: SiteDeps,
  asked: Span,
  sessionType: string,
  settings: Pick<Settings, 'booking' | 'offers'>,
): Date[] {
  const span = bookableSpan(asked, { sessionType }, settings, now());
  if (span.from >= span.to) return [];
  const session = shapeOfSession({ sessionType, sessionMinutes: null }, settings.offers);
  return freeSlots({ opening: toOpening(settings.booking), now: now(), taken: [], session }, span);
}
