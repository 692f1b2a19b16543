import { type BookingContent, slotTaken as wording } from '#features/booking/rules/booking.ts';
import {
  type BookingTerms,
  findFault,
  findSlotFault,
  slotNotOffered,
} from '#features/booking/rules/booking-rules.ts';
import { type Availability, isOfferedSlot } from '#features/booking/rules/offered-slots.ts';
import type { OpeningHours } from '#features/booking/rules/slots.ts';
import { readMailWait, secondsUntilFewer } from '#features/mail/server/index.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import { limits, mostSessionsToCome, tooManyRequests } from '#platform/limits/limits.ts';
import { findPhoneNumber, phoneNumberInvalid } from '#rules/phone-number.ts';
import type { BookingDeps } from './booking-deps.ts';
import { type Offers, shapeOfSession, windowOfSession } from './mentorship-session.ts';
import { keepHours, readAvailability } from './queries/availability.ts';
import { type Booking, countSessionsToCome } from './queries/bookings.ts';
import { changeMailKey } from './queue-booking-mails.ts';
import { type Timed, takenSpan } from './session-time.ts';

/** What of the operator's facts decides what can be booked. */
type Rules = Pick<Settings, 'booking' | 'offers'>;

/** The operator's terms, as the rules take them. */
export const toTerms = ({ booking, offers }: Rules): BookingTerms => ({
  opening: toOpening(booking),
  sessionTypes: offers.mentorshipOptions,
  bookableDays: booking.bookableDays,
  leastNoticeHours: booking.leastNoticeHours,
});

/** The opening hours, as the rules take them. */
export const toOpening = ({
  timeZone,
  openingHours: hours,
}: Settings['booking']): OpeningHours => ({
  timeZone,
  hours,
});

/** Refuses a phone number that does not exist. Throws 422. */
export function checkPhone({ phone }: Pick<BookingContent, 'phone'>): void {
  if (phone && !findPhoneNumber(phone))
    throw invalidBody([{ field: 'phone', message: phoneNumberInvalid }]);
}

/** Holds a booking to all rules that need no look at other bookings. Throws 422. */
export function checkBooking(
  { startsAt, session_type, phone }: BookingContent,
  terms: BookingTerms,
  now: Date,
): void {
  checkPhone({ phone });
  const fault = findFault({ startsAt, sessionType: session_type }, terms, now);
  if (fault) throw invalidBody([fault]);
}

/** Returns when the opening hours do not hold in the time that a session takes. */
export const readSessionAvailability = (
  db: Executor,
  session: Timed,
  offers: Offers,
): Promise<Availability> => readAvailability(db, takenSpan(session, offers));

/** Returns whether the mentor takes this session at its time; it stays so until the transaction ends. */
export async function isOffered(
  transaction: Transaction,
  session: Timed,
  { booking, offers }: Rules,
): Promise<boolean> {
  await keepHours(transaction);
  const availability = await readSessionAvailability(transaction, session, offers);
  const shape = shapeOfSession(session, offers);
  return isOfferedSlot(toOpening(booking), availability, session.startsAt, shape);
}

/**
 * Returns why a session does not fit the mentor's hours, in words for the visitor. Exact only while the
 * hours are kept.
 */
export async function findHoursFault(
  transaction: Transaction,
  session: Timed,
  rules: Rules,
  now: Date,
): Promise<string | undefined> {
  const availability = await readSessionAvailability(transaction, session, rules.offers);
  const { startsAt, sessionType } = session;
  const asked = { startsAt, ...shapeOfSession(session, rules.offers) };
  const terms = { ...toTerms(rules), ...windowOfSession(sessionType, rules), availability };
  return findSlotFault(asked, terms, now);
}

/** The free slots as a part of the answer. */
const toExtensions = (freeSlots: Date[] | undefined) =>
  freeSlots && { slots: freeSlots.map((startsAt) => startsAt.toISOString()) };

/** 422: the time can't be booked. `freeSlots` are those of its day, if they are known. */
export const notOffered = (message: string = slotNotOffered, freeSlots?: Date[]) =>
  invalidBody([{ field: 'booking_date', message }], toExtensions(freeSlots));

/** Returns whether a mailbox has as many sessions to come as it may. Exact only while it is locked. */
export const hasAllSessions = async (
  { limiter, now }: BookingDeps,
  db: Executor,
  email: string,
): Promise<boolean> =>
  limiter.isOn && (await countSessionsToCome(db, email, now())) >= mostSessionsToCome;

/** Throws 429 when the visitor could not be sent a confirmation before long: a booking without one is none. */
export async function requireMailToSpare(deps: BookingDeps, email: string): Promise<void> {
  const waitMs = await readMailWait(deps, email);
  if (waitMs > 0) throw tooManyRequests('mail-to-stranger', waitMs);
}

/**
 * Throws 429 when the visitor has changed a booking, whose row is locked, too often within a day.
 * Changes are numbered, those of the mentor as well, and leave mails that say whose they were.
 */
export async function requireChangeToSpare(
  { limiter }: BookingDeps,
  transaction: Transaction,
  { id, calendarSequence }: Booking,
): Promise<void> {
  if (!limiter.isOn) return;
  // Whatever can still be changed has only been moved by its visitor so far.
  const keys = Array.from({ length: calendarSequence }, (_, index) =>
    changeMailKey({ id, calendarSequence: index + 1 }, 'moved', 'mentor'),
  );
  const wait = await secondsUntilFewer(transaction, keys, limits['changes-of-booking']);
  if (wait > 0) throw tooManyRequests('changes-of-booking', wait * 1000);
}

/** 409: another session overlaps the time. `freeSlots` as above. */
export function slotTaken(freeSlots?: Date[]) {
  const extensions = toExtensions(freeSlots);
  return new AppError(409, wording.code, wording.message, {
    fieldErrors: [{ field: 'booking_date', message: wording.message }],
    ...(extensions && { extensions }),
  });
}

/** 404: there is no such booking, or there is none any more. */
export const bookingNotFound = () =>
  new AppError(404, 'booking-not-found', 'This booking no longer exists.');

/** Throws `booking-closed` (409) for a session that is held: its time is what the payment is for. */
export function requireConfirmed({ heldUntil }: Pick<Booking, 'heldUntil'>): void {
  if (heldUntil) throw bookingClosed('This session can be moved once it is paid.');
}

/** 409: the booking can no longer be changed. */
export const bookingClosed = (userMessage: string) =>
  new AppError(409, 'booking-closed', userMessage);
