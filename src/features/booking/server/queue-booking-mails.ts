import { remindersOf } from '#features/availability/rules/index.ts';
import { type Booking, lockHours } from '#features/availability/server/index.ts';
import { queueMail, recordGivenUp } from '#features/mail/server/index.ts';
import { findCurrentVersion, readVersion } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { nameToId } from '#rules/submission-keys.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingMailSubject, toMailKind } from './compose-booking-mail.ts';
import type { BookingMailPayload } from './mail-payloads.ts';
import { lockUpcomingBookings } from './queries/bookings.ts';

type Audience = BookingMailPayload['audience'];
type Change = BookingMailPayload['occasion'];

interface BookingMailInput extends Pick<BookingMailPayload, 'audience' | 'occasion' | 'mail'> {
  booking: Booking;
}

type BookingMailDeps = Pick<BookingDeps, 'readSettings' | 'journal' | 'sendMail'>;

/** How the keys of a booking's mails begin. */
export const bookingMailPrefix = (bookingId: string) => `booking:${bookingId}:`;

/**
 * Returns the key of the email to one party about a change; `calendarSequence` numbers the changes.
 */
export const changeMailKey = (
  { id, calendarSequence }: Pick<Booking, 'id' | 'calendarSequence'>,
  occasion: Change,
  audience: Audience,
) => `${bookingMailPrefix(id)}${occasion}:${calendarSequence}:${audience}`;

/**
 * Queues an email within the transaction, unless it was queued before, its reader has no email
 * address, or it is about the mentor's own change.
 */
export async function queueBookingMail(
  deps: BookingMailDeps,
  transaction: Transaction,
  { booking, occasion, audience, mail }: BookingMailInput,
): Promise<void> {
  const kind = toMailKind(audience, occasion);
  if (!kind) return;
  const settings = await deps.readSettings();
  const recipient = audience === 'mentor' ? settings.recipient : booking.email;
  if (recipient === null) return;
  const { id: bookingId, calendarSequence: sequence } = booking;
  const given = { bookingId, occasion, audience, sequence, mail };
  await queueMail(deps, transaction, {
    recipient,
    subject: bookingMailSubject(booking, kind, settings),
    payload: { kind: 'booking-mail', ...given },
  });
}

/**
 * Returns the keys of emails to the visitor that the mentor's latest change may still have in the
 * queue.
 */
export const visitorMailKeys = (booking: Booking): string[] =>
  (['moved-by-mentor', 'updated-by-mentor'] as const).map((occasion) =>
    changeMailKey(booking, occasion, 'visitor'),
  );

/** Queues the emails to both parties about a change, within its transaction. */
export async function queueChangeMails(
  deps: BookingDeps,
  transaction: Transaction,
  booking: Booking,
  occasion: Change,
): Promise<void> {
  for (const audience of ['visitor', 'mentor'] as const) {
    const mail = changeMailKey(booking, occasion, audience);
    await queueBookingMail(deps, transaction, { booking, occasion, audience, mail });
  }
}

/** Returns the key of a reminder. It includes the start, so a moved session has new reminders. */
const reminderKey = ({ id, startsAt }: Booking, minutesBefore: number) =>
  `${bookingMailPrefix(id)}reminder:${minutesBefore}:${startsAt.toISOString()}`;

/** The dependencies for scheduling and cancelling reminders. */
export type ReminderDeps = Pick<BookingDeps, 'sendMail' | 'cancelMails' | 'now'>;

/**
 * Reads the minutes from the database, because a process learns of changed settings late. The
 * caller locks the hours, so they stay the same.
 */
const readReminderMinutes = async (transaction: Transaction): Promise<readonly number[]> =>
  readVersion('booking', await findCurrentVersion(transaction, 'booking')).value.reminderMinutes;

/**
 * Schedules the reminders that are still to come, within the booking's transaction: those of the
 * settings unless `minutes` are given. A held session gets them when it is confirmed.
 */
export async function scheduleReminders(
  { sendMail, now }: Pick<BookingDeps, 'sendMail' | 'now'>,
  transaction: Transaction,
  booking: Booking,
  minutes?: readonly number[],
): Promise<void> {
  const { id: bookingId, startsAt, email } = booking;
  if (email === null || booking.heldUntil) return;
  const reminderMinutes = minutes ?? (await readReminderMinutes(transaction));
  for (const { minutesBefore, at } of remindersOf(startsAt, reminderMinutes, now())) {
    const mail = reminderKey(booking, minutesBefore);
    const payload = { bookingId, startsAt: startsAt.toISOString(), minutesBefore, mail };
    const schedule = { id: nameToId(mail), at };
    await sendMail(transaction, { kind: 'booking-reminder', ...payload }, schedule);
  }
}

/** Cancels the reminders within the caller's transaction, also one that is being retried. */
export async function cancelReminders(
  { cancelMails }: Pick<BookingDeps, 'cancelMails'>,
  transaction: Transaction,
  booking: Booking,
  minutes?: readonly number[],
): Promise<void> {
  const reminderMinutes = minutes ?? (await readReminderMinutes(transaction));
  const keys = reminderMinutes.map((minutesBefore) => reminderKey(booking, minutesBefore));
  await cancelMails(transaction, keys.map(nameToId));
  for (const key of keys) await recordGivenUp(transaction, key, 'cancelled');
}

/**
 * Reschedules the reminders of all upcoming sessions after their minutes changed, within the
 * transaction of that change.
 */
export async function followReminders(
  deps: ReminderDeps,
  transaction: Transaction,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const gone = before.filter((minutes) => !after.includes(minutes));
  const added = after.filter((minutes) => !before.includes(minutes));
  if (gone.length + added.length === 0) return;
  // Concurrent bookings have committed or are waiting, so none is missed.
  await lockHours(transaction);
  for (const booking of await lockUpcomingBookings(transaction, deps.now())) {
    await cancelReminders(deps, transaction, booking, gone);
    await scheduleReminders(deps, transaction, booking, added);
  }
}
