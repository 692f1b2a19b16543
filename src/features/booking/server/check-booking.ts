import {
  type Availability,
  type BookingTerms,
  findFault,
  findSlotFault,
  isOfferedSlot,
  slotNotOffered,
  toOpening,
} from '#features/availability/rules/index.ts';
import {
  type Booking,
  keepHours,
  type Offers,
  readAvailability,
  shapeOfSession,
  type Timed,
  takenSpan,
  windowOfSession,
} from '#features/availability/server/index.ts';
import { type BookingContent, slotTaken as wording } from '#features/booking/rules/booking.ts';
import {
  readMailWait,
  secondsUntilFewer,
  takeBookingAllowance,
} from '#features/mail/server/index.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import { limits, maxUpcomingSessions, tooManyRequests } from '#platform/limits/limits.ts';
import { findPhoneNumber, phoneNumberInvalid } from '#rules/phone-number.ts';
import type { BookingDeps } from './booking-deps.ts';
import { countUpcomingSessions } from './queries/bookings.ts';
import { changeMailKey } from './queue-booking-mails.ts';

/** The settings that determine what can be booked. */
type Rules = Pick<Settings, 'booking' | 'offers'>;

/** Returns the operator's rules in the form that the checks need. */
export const toTerms = ({ booking, offers }: Rules): BookingTerms => ({
  opening: toOpening(booking),
  sessionTypes: offers.mentorshipOptions,
  bookableDays: booking.bookableDays,
  leastNoticeHours: booking.leastNoticeHours,
});

/** Rejects an invalid phone number. Throws 422. */
export function checkPhone({ phone }: Pick<BookingContent, 'phone'>): void {
  if (phone && !findPhoneNumber(phone))
    throw invalidBody([{ field: 'phone', message: phoneNumberInvalid }]);
}

/** Checks the rules that do not depend on other bookings. Throws 422. */
export function checkBooking(
  { startsAt, sessionType, phone }: BookingContent,
  terms: BookingTerms,
  now: Date,
): void {
  checkPhone({ phone });
  const fault = findFault({ startsAt, sessionType }, terms, now);
  if (fault) throw invalidBody([fault]);
}

/** Returns the exceptions to the opening hours during a session. */
export const readSessionAvailability = (
  db: Executor,
  session: Timed,
  offers: Offers,
): Promise<Availability> => readAvailability(db, takenSpan(session, offers));

/**
 * Returns whether the mentor offers this session at its time. The answer holds until the
 * transaction ends.
 */
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
 * Returns why a session does not fit the mentor's hours, in words for the visitor. Only exact while
 * the hours are locked.
 */
export async function findHoursFault(
  transaction: Transaction,
  session: Timed,
  rules: Rules,
  now: Date,
): Promise<string | undefined> {
  const availability = await readSessionAvailability(transaction, session, rules.offers);
  const { startsAt } = session;
  const asked = { startsAt, ...shapeOfSession(session, rules.offers) };
  const terms = { ...toTerms(rules), ...windowOfSession(session, rules), availability };
  return findSlotFault(asked, terms, now);
}

/** Returns the free slots as extensions of a problem. */
const toExtensions = (freeSlots: Date[] | undefined) =>
  freeSlots && { slots: freeSlots.map((startsAt) => startsAt.toISOString()) };

/** The time cannot be booked (422). `freeSlots` are those of its day, if known. */
export const notOffered = (message: string = slotNotOffered, freeSlots?: Date[]) =>
  invalidBody([{ field: 'booking_date', message }], toExtensions(freeSlots));

/**
 * Returns whether a mailbox has reached its maximum of upcoming sessions. Only exact while it is
 * locked.
 */
export const hasAllSessions = async (
  { limiter, now }: BookingDeps,
  db: Executor,
  email: string,
): Promise<boolean> =>
  limiter.isOn && (await countUpcomingSessions(db, email, now())) >= maxUpcomingSessions;

/**
 * Counts a booking with a mailbox; `once` names it. Throws 429 if there are too many, or if a
 * confirmation could not be sent soon: a booking needs one.
 */
export async function requireMailboxAllowance(
  deps: BookingDeps,
  { email, once }: { email: string; once: string },
): Promise<void> {
  const mailWaitMs = await readMailWait(deps, email);
  if (mailWaitMs > 0) throw tooManyRequests('mail-to-stranger', mailWaitMs);
  const waitMs = await takeBookingAllowance(deps, { email, once });
  if (waitMs > 0) throw tooManyRequests('book-by-mailbox', waitMs);
}

/**
 * Throws 429 if the visitor has changed a booking too often within a day. The row must be locked.
 * Changes by both parties are numbered, and the keys of their emails name the author.
 */
export async function requireChangeAllowance(
  { limiter }: BookingDeps,
  transaction: Transaction,
  { id, calendarSequence }: Booking,
): Promise<void> {
  if (!limiter.isOn) return;
  // A booking that can still be changed has only been moved so far.
  const keys = Array.from({ length: calendarSequence }, (_, index) =>
    changeMailKey({ id, calendarSequence: index + 1 }, 'moved', 'mentor'),
  );
  const wait = await secondsUntilFewer(transaction, keys, limits['changes-of-booking']);
  if (wait > 0) throw tooManyRequests('changes-of-booking', wait * 1000);
}

/** Another session overlaps the time (409). `freeSlots` as above. */
export function slotTaken(freeSlots?: Date[]) {
  const extensions = toExtensions(freeSlots);
  return new AppError(409, wording.code, wording.message, {
    fieldErrors: [{ field: 'booking_date', message: wording.message }],
    ...(extensions && { extensions }),
  });
}

/** The booking does not exist (404). */
export const bookingNotFound = () =>
  new AppError(404, 'booking-not-found', 'This booking no longer exists.');

/** Throws `booking-closed` (409) for a session that is held: its time is what the payment is for. */
export function requireConfirmed({ heldUntil }: Pick<Booking, 'heldUntil'>): void {
  if (heldUntil) throw bookingClosed('You can move this session once you’ve paid.');
}

/** 409: the client was shown something else about their money, because time has passed or the rule changed. */
export const outcomeChanged = () =>
  new AppError(
    409,
    'outcome-changed',
    'What happens to your payment has changed since you opened this page. Please check it and cancel again.',
  );

/** 409: the booking can no longer be changed. */
export const bookingClosed = (userMessage: string) =>
  new AppError(409, 'booking-closed', userMessage);
