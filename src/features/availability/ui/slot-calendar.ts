import { availabilityAnswer } from '#features/availability/rules/availability-query.ts';
import {
  endOfBookableTime,
  startOfBookableTime,
} from '#features/availability/rules/booking-rules.ts';
import { freeSlots } from '#features/availability/rules/offered-slots.ts';
import { monthSpan, type Span } from '#features/availability/rules/slots.ts';
import { shiftMonth } from '#rules/calendar-day.ts';
import { groupBy } from '#rules/group-by.ts';
import { type BookingWindow, windowOf } from '#rules/session-shape.ts';
import { dayInZone } from '#rules/time-zone.ts';
import type { BookingRules, RequestedSession } from './booking-rules.ts';
import { describeEmptyMonth } from './no-time-text.ts';

/* The large part of choosing a slot, loaded lazily: the calendar and the time zone calculations. */

export { instantAt } from '#features/availability/rules/slots.ts';
export { Calendar } from '#ui/calendar.tsx';
export { describeLostTime } from './no-time-text.ts';

/** The slots that can be booked in a month. */
export interface MonthSlots {
  /**
   * The source. The opening hours do not show which slots are taken. They are used while
   * the request is running, and if it fails.
   */
  source: 'site' | 'asking' | 'opening hours';
  /** By date in the visitor's time zone. */
  byDate: Map<string, Date[]>;
}

const answerTimeoutMs = 8_000;

/** Returns the last bookable date in a time zone. */
export const lastBookableDate = (
  timeZone: string,
  rules: BookingRules,
  session: RequestedSession,
) => dayInZone(endOfBookableTime(new Date(), windowOf(session, rules)), timeZone);

function bookableSpan(month: string, timeZone: string, window: BookingWindow, now: Date): Span {
  const { from, to } = monthSpan(`${month}-01`, timeZone);
  const first = startOfBookableTime(now, window);
  const last = endOfBookableTime(now, window);
  return { from: from > first ? from : first, to: to < last ? to : last };
}

const groupByDate = (slots: Date[], timeZone: string) =>
  groupBy(slots, (slot) => dayInZone(slot, timeZone));

/**
 * Returns the times in a month (`2026-11`) at which a session fits the opening hours, taken or not.
 */
export function openMonth(
  month: string,
  timeZone: string,
  rules: BookingRules,
  session: RequestedSession,
): MonthSlots {
  const now = new Date();
  const span = bookableSpan(month, timeZone, windowOf(session, rules), now);
  const opening = { timeZone: rules.timeZone, hours: rules.openingHours };
  const slots = freeSlots({ opening, now, taken: [], session }, span);
  return { source: 'asking', byDate: groupByDate(slots, timeZone) };
}

/**
 * Returns the first day of the next month if the opening hours have room only there, as on the last
 * evening of a month. `today` is a date in the given time zone.
 */
export function findNextMonth(
  today: string,
  timeZone: string,
  rules: BookingRules,
  session: RequestedSession,
): string | undefined {
  const hasRoom = (month: string) => openMonth(month, timeZone, rules, session).byDate.size > 0;
  const month = today.slice(0, 7);
  const next = shiftMonth(month, 1);
  return !hasRoom(month) && hasRoom(next) ? `${next}-01` : undefined;
}

/**
 * Returns a message if a month has no free times; nothing if it has some, or while that is unknown.
 */
export function describeNoTimes(
  month: MonthSlots | undefined,
  { minutes }: RequestedSession,
): string | undefined {
  if (!month || month.source === 'asking') return undefined;
  const isEmpty = [...month.byDate.values()].every((slots) => slots.length === 0);
  return isEmpty ? describeEmptyMonth(minutes) : undefined;
}

/**
 * Fetches the free slots of a month (`2026-11`). Returns its opening hours if the request fails.
 */
export async function fetchMonth(
  month: string,
  timeZone: string,
  rules: BookingRules,
  session: RequestedSession,
): Promise<MonthSlots> {
  const { from, to } = bookableSpan(month, timeZone, windowOf(session, rules), new Date());
  if (from >= to) return { source: 'site', byDate: new Map() };
  try {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
    if (session.type) query.set('session_type', session.type);
    if (session.bookingId) query.set('booking', session.bookingId);
    if (session.isLengthBought) query.set('minutes', String(session.minutes));
    const response = await fetch(`/api/availability?${query}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    // A response that is not from the site does not match the schema.
    const { slots } = availabilityAnswer.parse(await response.json());
    const starts = slots.map((slot) => new Date(slot));
    return { source: 'site', byDate: groupByDate(starts, timeZone) };
  } catch {
    return { ...openMonth(month, timeZone, rules, session), source: 'opening hours' };
  }
}
