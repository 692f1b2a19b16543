import { formatMinutes } from '#rules/measures.ts';
import {
  type BookingWindow,
  hourSession,
  type SessionShape,
  type SessionType,
  shapeOf,
  windowOf,
} from '#rules/session-shape.ts';
import { isHoldOver, wasReleased } from './hold.ts';
import { type Availability, isOfferedSlot, usualAvailability } from './offered-slots.ts';
import type { OpeningHours } from './slots.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The operator's rules for bookings. */
export interface BookingTerms extends BookingWindow {
  opening: OpeningHours;
  /** Exceptions to the hours, as far as they are known. */
  availability?: Availability;
  sessionTypes: readonly SessionType[];
}

/** Returns the first instant that is too far ahead to be booked. */
export const endOfBookableTime = (
  now: Date,
  { bookableDays }: Pick<BookingWindow, 'bookableDays'>,
) => new Date(now.getTime() + bookableDays * 24 * hourMs);

/** Returns the earliest instant that can be booked. */
export const startOfBookableTime = (
  now: Date,
  { leastNoticeHours }: Pick<BookingWindow, 'leastNoticeHours'>,
) => new Date(now.getTime() + leastNoticeHours * hourMs);

/** Returns why a session cannot have this slot, by field of the body. Ignores other bookings. */
export function findFault(
  { startsAt, sessionType }: { startsAt: Date; sessionType: string },
  terms: BookingTerms,
  now: Date,
): { field: string; message: string } | undefined {
  const type = terms.sessionTypes.find(({ title }) => title === sessionType);
  if (!type) return { field: 'session_type', message: typeNotOffered };
  const message = findSlotFault(
    { startsAt, ...shapeOf(type) },
    { ...terms, ...windowOf(type, terms) },
    now,
  );
  return message ? { field: 'booking_date', message } : undefined;
}

/** The error for a session type that was renamed or removed since the page was loaded. */
export const typeNotOffered =
  'This session is no longer offered. Reload the page and choose another.';

/** The error for a time outside the mentor's hours. */
export const slotNotOffered = 'Choose one of the available times.';

/** The error for an open time that is too short for this session. */
const slotTooShort = (minutes: number) =>
  `This session takes ${formatMinutes(minutes)}, which doesn’t fit at that time. Choose another time.`;

const countOf = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Returns why a visitor cannot book a session at this time, in words for them. */
export function findSlotFault(
  { startsAt, ...session }: SessionShape & { startsAt: Date },
  terms: Omit<BookingTerms, 'sessionTypes'>,
  now: Date,
): string | undefined {
  const { opening, availability = usualAvailability } = terms;
  const shortest = { ...session, minutes: 0 };
  if (!isOfferedSlot(opening, availability, startsAt, shortest)) return slotNotOffered;
  if (!isOfferedSlot(opening, availability, startsAt, session))
    return slotTooShort(session.minutes);
  if (startsAt <= now) return 'That time has passed. Choose another.';
  if (startsAt < startOfBookableTime(now, terms))
    return `Choose a time at least ${countOf(terms.leastNoticeHours, 'hour')} from now.`;
  if (startsAt >= endOfBookableTime(now, terms))
    return `Choose a date within the next ${countOf(terms.bookableDays, 'day')}.`;
  return undefined;
}

/**
 * changeable: can be moved and cancelled. locked: too close to its start. held: waits for its payment, and
 * can be cancelled. running: has started. released: was not paid in time.
 */
export type BookingState =
  | 'changeable'
  | 'locked'
  | 'held'
  | 'running'
  | 'past'
  | 'cancelled'
  | 'released';

/** Returns the state of a booking at an instant. */
export function bookingState(
  booking: BookedAt & {
    sessionMinutes: number | null;
    cancelledAt: Date | null;
    heldUntil: Date | null;
  },
  { now, cutOffHours }: { now: Date; cutOffHours: number },
): BookingState {
  const { startsAt, sessionMinutes, cancelledAt, heldUntil } = booking;
  if (cancelledAt) return wasReleased(booking) ? 'released' : 'cancelled';
  // A hold ends at the start at the latest. The job that cancels it may be late.
  if (heldUntil) return isHoldOver(booking, now) ? 'released' : 'held';
  const endsAt = +startsAt + (sessionMinutes ?? hourSession.minutes) * minuteMs;
  if (+now >= endsAt) return 'past';
  if (now >= startsAt) return 'running';
  return now < changeableUntil(booking, cutOffHours) ? 'changeable' : 'locked';
}

/** When a session takes place and when it was booked. */
interface BookedAt {
  startsAt: Date;
  createdAt: Date;
}

/** How long a session that was booked after its cut-off can still be changed. */
export const graceMinutes = 15;

const cutOffOf = (startsAt: Date, cutOffHours: number) =>
  new Date(startsAt.getTime() - cutOffHours * hourMs);

/**
 * Returns the end of the {@link graceMinutes} of a booking, if it can be changed past its cut-off.
 */
export function findGraceEnd({ startsAt, createdAt }: BookedAt, cutOffHours: number) {
  const end = new Date(createdAt.getTime() + graceMinutes * minuteMs);
  if (cutOffHours === 0 || end <= cutOffOf(startsAt, cutOffHours)) return undefined;
  return end < startsAt ? end : startsAt;
}

/** Returns the instant from which a booking can no longer be changed. */
export const changeableUntil = (booking: BookedAt, cutOffHours: number): Date =>
  findGraceEnd(booking, cutOffHours) ?? cutOffOf(booking.startsAt, cutOffHours);

/** Returns the reminders of a session that are still in the future. */
export const remindersOf = (startsAt: Date, reminderMinutes: readonly number[], now: Date) =>
  reminderMinutes
    .map((minutesBefore) => ({
      minutesBefore,
      at: new Date(startsAt.getTime() - minutesBefore * minuteMs),
    }))
    .filter(({ at }) => at > now);

/**
 * Returns whether a late reminder is still useful: not after the start, nor when the next one is
 * due.
 */
export function isReminderWorthwhile(
  { startsAt, minutesBefore }: { startsAt: Date; minutesBefore: number },
  reminderMinutes: readonly number[],
  now: Date,
): boolean {
  const next = Math.max(0, ...reminderMinutes.filter((minutes) => minutes < minutesBefore));
  return now.getTime() < startsAt.getTime() - next * minuteMs;
}
