import { holdReminderAt, isHoldOver } from '#features/availability/rules/index.ts';
import { type Booking, findBooking } from '#features/availability/server/index.ts';
import { noteChange } from '#features/booking/rules/booking-change.ts';
import {
  type MailDeps,
  postponeMail,
  queueDelivery,
  sendQueuedMail,
} from '#features/mail/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { nameToId } from '#rules/submission-keys.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingMailSubject, composeBookingMail } from './compose-booking-mail.ts';
import type { HoldReminderPayload } from './mail-payloads.ts';
import {
  editBookingRow,
  findLockedBooking,
  listEndedHolds,
  updateBooking,
} from './queries/bookings.ts';
import {
  bookingMailPrefix,
  changeMailKey,
  queueBookingMail,
  scheduleReminders,
} from './queue-booking-mails.ts';

/*
 * A session that is paid to confirm. Its row keeps the slot from the start, like any other booking, and
 * its payment clears `heldUntil`. Money that arrives after `heldUntil` is unallocated, even if the slot is
 * still free, so no slot is sold twice.
 */

/** Schedules the end of a hold and the reminder before it, within the booking's transaction. */
export async function scheduleHold(
  deps: BookingDeps,
  transaction: Transaction,
  { id: bookingId, heldUntil }: Booking,
): Promise<void> {
  if (!heldUntil) return;
  await deps.releaseHold(transaction, bookingId, heldUntil);
  const mail = `${bookingMailPrefix(bookingId)}hold-reminder`;
  const schedule = { id: nameToId(mail), at: holdReminderAt(deps.now(), heldUntil) };
  await deps.sendMail(transaction, { kind: 'hold-reminder', bookingId, mail }, schedule);
}

/**
 * Moves the end of a hold, at the latest to the start of the session, with its order locked. The sweep of
 * every minute releases it then.
 */
export async function extendHold(
  transaction: Transaction,
  { id, startsAt }: Booking,
  end: Date,
): Promise<void> {
  await editBookingRow(transaction, id, { heldUntil: end < startsAt ? end : startsAt });
}

/**
 * Notes that money for a booking arrived, within the payment's transaction and with its order locked. One
 * that was held is confirmed by it: both sides get the invitation, and the visitor the reminders. `paidAt`
 * is null while a part is still to be paid.
 */
export async function confirmPaidBooking(
  deps: MailDeps,
  transaction: Transaction,
  id: string,
  { paidAt, reference }: { paidAt: Date | null; reference: string },
): Promise<void> {
  const before = await findLockedBooking(transaction, id, 'update');
  if (!before) return;
  const paid = { ...(paidAt && { paidAt, paymentReference: reference }), heldUntil: null };
  await editBookingRow(transaction, id, paid);
  if (!before.heldUntil) return;
  const booking = { ...before, ...paid };
  for (const audience of ['visitor', 'mentor'] as const) {
    const mail = `${bookingMailPrefix(id)}confirmed:${audience}`;
    await queueBookingMail(deps, transaction, { booking, occasion: 'booked', audience, mail });
  }
  await scheduleReminders(deps, transaction, booking);
}

/**
 * Gives up a session whose time to pay is over: its slot is free, its order cancelled, and its visitor is
 * told. Does nothing to one that was paid for meanwhile.
 */
export async function releaseHold(deps: BookingDeps, { id }: { id: string }): Promise<void> {
  await deps.db.transaction(async (transaction) => {
    await deps.orders.lockForBooking(transaction, id);
    const before = await findLockedBooking(transaction, id, 'update');
    const now = deps.now();
    if (!before || before.cancelledAt || !isHoldOver(before, now)) return;
    const changes = noteChange(before, { by: 'site', at: now });
    const booking = await updateBooking(transaction, id, { cancelledAt: now, changes });
    await deps.orders.cancelForBooking(transaction, id, now);
    // After a long outage there is nothing left to book another time for.
    if (booking.startsAt <= now) return;
    const isUnconfirmed = await deps.orders.isUnconfirmed(transaction, id);
    const occasion = isUnconfirmed ? 'released-unconfirmed' : 'released';
    const mail = changeMailKey(booking, occasion, 'visitor');
    await queueBookingMail(deps, transaction, { booking, occasion, audience: 'visitor', mail });
  });
}

/** Releases all holds that are over: before another booking takes a slot, and by schedule. */
export async function releaseEndedHolds(deps: BookingDeps): Promise<void> {
  for (const id of await listEndedHolds(deps.db, deps.now())) await releaseHold(deps, { id });
}

/** Reminds a visitor, once, that a session is still to be paid for. */
export function sendHoldReminder(deps: BookingDeps, payload: HoldReminderPayload): Promise<void> {
  const { bookingId, mail: key } = payload;
  const kind = 'visitor-hold-ending';
  const findHeld = async (transaction: Transaction) => {
    const booking = await findBooking(transaction, bookingId);
    const isHeld = booking?.heldUntil && !booking.cancelledAt && !isHoldOver(booking, deps.now());
    // A payment may be there already, and only its confirmation be missing.
    if (!isHeld || (await deps.orders.isUnconfirmed(transaction, bookingId))) return undefined;
    return booking;
  };
  return sendQueuedMail(deps, {
    key,
    // Queued only now: until it is due, there is nothing to send.
    async prepare(transaction) {
      const booking = await findHeld(transaction);
      if (!booking?.email) return;
      const subject = bookingMailSubject(booking, kind, await deps.readSettings());
      await queueDelivery(transaction, { key, recipient: booking.email, subject });
    },
    async compose(transaction, { recipient }) {
      const booking = await findHeld(transaction);
      if (!booking) return undefined;
      const settings = await deps.readSettings();
      return composeBookingMail(booking, {
        key,
        kind,
        recipient,
        settings,
        sequence: booking.calendarSequence,
        receivedAt: booking.createdAt,
        heldUntil: booking.heldUntil,
        payLink: await deps.orders.findForBooking(transaction, bookingId),
        manageUrl: new URL(deps.manageLinks.toPath(bookingId), settings.calendar.siteUrl).href,
      });
    },
    postpone: (transaction, mail) => postponeMail(deps, transaction, { mail, payload }),
  });
}
