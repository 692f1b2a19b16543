import { type BookingContent, slotTaken as wording } from '#domain/booking.ts';
import {
  type BookingTerms,
  findFault,
  findSlotFault,
  slotNotOffered,
} from '#domain/booking-rules.ts';
import { type Availability, hourOf, isOfferedSlot } from '#domain/offered-slots.ts';
import type { Settings } from '#domain/settings/sections.ts';
import type { OpeningHours } from '#domain/slots.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';
import { keepHours, readAvailability } from '#server/db/queries/availability.ts';
import { type Booking, countSessionsToCome } from '#server/db/queries/bookings.ts';
import { secondsUntilAged } from '#server/db/queries/mail-deliveries.ts';
import { AppError, invalidBody } from '#server/errors.ts';
import { limits, mostSessionsToCome, tooManyRequests } from '#server/limits/limits.ts';
import { readMailWait } from '#server/services/mail/mail-allowance.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { changeMailKey } from './queue-booking-mails.ts';

/** The operator's terms, as the rules take them. */
export const toTerms = ({
  booking,
  offers,
}: Pick<Settings, 'booking' | 'offers'>): BookingTerms => ({
  opening: toOpening(booking),
  sessionTypes: offers.mentorshipOptions.map(({ title }) => title),
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

/** Holds a booking to all rules that need no look at other bookings. Throws 422. */
export function checkBooking(
  { startsAt, session_type }: BookingContent,
  terms: BookingTerms,
  now: Date,
): void {
  const fault = findFault({ startsAt, sessionType: session_type }, terms, now);
  if (fault) throw invalidBody([fault]);
}

/** Returns when the opening hours do not hold, around one slot. */
export const readSlotAvailability = (db: Executor, slot: Date): Promise<Availability> =>
  readAvailability(db, hourOf(slot));

/** Returns whether the mentor takes a session at this instant; it stays so until the transaction ends. */
export async function isOffered(
  transaction: Transaction,
  slot: Date,
  { opening }: Pick<BookingTerms, 'opening'>,
): Promise<boolean> {
  await keepHours(transaction);
  return isOfferedSlot(opening, await readSlotAvailability(transaction, slot), slot);
}

/** Holds a slot to the mentor's hours, which stay as they are until the transaction ends. Throws 422. */
export async function requireOffered(
  transaction: Transaction,
  slot: Date,
  terms: BookingTerms,
  now: Date,
): Promise<void> {
  await keepHours(transaction);
  const availability = await readSlotAvailability(transaction, slot);
  const message = findSlotFault(slot, { ...terms, availability }, now);
  if (message) throw invalidBody([{ field: 'booking_date', message }]);
}

/** 422: the mentor takes no session at that time. */
export const notOffered = () => invalidBody([{ field: 'booking_date', message: slotNotOffered }]);

/** Returns whether a mailbox has as many sessions to come as it may. Exact only while it is locked. */
export const hasAllSessions = async (
  { limiter, now }: ServiceDeps,
  db: Executor,
  email: string,
): Promise<boolean> =>
  limiter.isOn && (await countSessionsToCome(db, email, now())) >= mostSessionsToCome;

/** Throws 429 when the visitor could not be sent a confirmation before long: a booking without one is none. */
export async function requireMailToSpare(deps: ServiceDeps, email: string): Promise<void> {
  const waitMs = await readMailWait(deps, email);
  if (waitMs > 0) throw tooManyRequests('mail-to-stranger', waitMs);
}

/**
 * Throws 429 when a booking, whose row is locked, was changed too often within a day. Changes are
 * numbered and leave mails: it is enough to look at the one that would be the first of too many.
 */
export async function requireChangeToSpare(
  { limiter }: ServiceDeps,
  transaction: Transaction,
  { id, calendarSequence }: Booking,
): Promise<void> {
  if (!limiter.isOn) return;
  const { most, seconds } = limits['changes-of-booking'];
  // Whatever can still be changed has only been moved so far.
  const first = { id, calendarSequence: calendarSequence - most + 1 };
  const key = changeMailKey(first, 'moved', 'mentor');
  const wait = await secondsUntilAged(transaction, key, seconds);
  if (wait > 0) throw tooManyRequests('changes-of-booking', wait * 1000);
}

/** 409: somebody else has the slot. `freeSlots` are those of its day, where they could be asked for. */
export const slotTaken = (freeSlots?: Date[]) =>
  new AppError(409, wording.code, wording.message, {
    fieldErrors: [{ field: 'booking_date', message: wording.message }],
    ...(freeSlots && {
      extensions: { slots: freeSlots.map((startsAt) => startsAt.toISOString()) },
    }),
  });

/** 404: there is no such booking, or there is none any more. */
export const bookingNotFound = () =>
  new AppError(404, 'booking-not-found', 'This booking does not exist any more.');

/** 409: the booking can no longer be changed. */
export const bookingClosed = (userMessage: string) =>
  new AppError(409, 'booking-closed', userMessage);
