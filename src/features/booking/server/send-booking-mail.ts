import { eq } from 'drizzle-orm';
import {
  changeableUntil,
  findGraceEnd,
  isHoldOver,
  isReminderWorthwhile,
  remindersOf,
} from '#features/availability/rules/index.ts';
import { type Booking, findBooking } from '#features/availability/server/index.ts';
import { findCancellationReason, findSettlement } from '#features/booking/rules/booking-change.ts';
import { findCustomer, listPackages } from '#features/customers/server/index.ts';
import { postponeMail, queueDelivery, sendQueuedMail } from '#features/mail/server/index.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { unlinked } from '#rules/mail-text.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingMailSubject, composeBookingMail, toMailKind } from './compose-booking-mail.ts';
import { describePackage } from './describe-package.ts';
import type { BookingMailPayload, BookingReminderPayload } from './mail-payloads.ts';
import { findLockedBooking } from './queries/bookings.ts';

/**
 * Returns the private link of a booking, and what the visitor can do there when the email is sent.
 */
const toManageLink = (
  { manageLinks, now }: BookingDeps,
  shown: Booking,
  { calendar, booking }: ResolvedSettings,
) => ({
  manageUrl: new URL(manageLinks.toPath(shown.id), calendar.siteUrl).href,
  isChangeable: now() < changeableUntil(shown, booking.changeCutOffHours),
  graceEndsAt: findGraceEnd(shown, booking.changeCutOffHours),
});

/** How the session is paid for, while it is to be paid. */
const toPayment = async ({ orders }: BookingDeps, transaction: Transaction, { id }: Booking) => ({
  payLink: await orders.findForBooking(transaction, id),
});

/** Those about a new booking, which mention its reminders. */
const isConfirmation = (occasion: BookingMailPayload['occasion']) =>
  occasion === 'booked' || occasion === 'booked-by-mentor';

const isCancellation = (occasion: BookingMailPayload['occasion']) =>
  occasion === 'cancelled' || occasion === 'cancelled-by-mentor';

/** Returns whether a visitor will still get reminders of a session. */
const isReminded = ({ now }: BookingDeps, booking: Booking, { booking: rules }: ResolvedSettings) =>
  !booking.remindersRefusedAt &&
  remindersOf(booking.startsAt, rules.reminderMinutes, now()).length > 0;

/** Returns whether the mentor wants emails of this kind; visitors get all of theirs. */
function isWanted({ audience, occasion }: BookingMailPayload, { site }: ResolvedSettings) {
  const notices: Partial<Record<string, boolean>> = site.notices;
  return audience === 'visitor' || notices[occasion === 'held' ? 'booked' : occasion] !== false;
}

/**
 * Sends an email about a new or changed booking, once. Sends nothing if the booking was deleted or
 * changed again, or the email is not wanted.
 */
export function sendBookingMail(deps: BookingDeps, payload: BookingMailPayload): Promise<void> {
  const { bookingId, occasion, audience, sequence, mail: key } = payload;
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient }) {
      const booking = await findBooking(transaction, bookingId);
      if (booking?.calendarSequence !== sequence) return undefined;
      // Paid or over since: another mail tells that.
      const isHeld = booking.heldUntil !== null && !isHoldOver(booking, deps.now());
      if (occasion === 'held' && !isHeld) return undefined;
      // The client has paid, and only the confirmation is missing: that one is mailed.
      if (occasion === 'held' && (await deps.orders.isUnconfirmed(transaction, bookingId)))
        return undefined;
      const settings = await deps.readSettings();
      const kind = toMailKind(audience, occasion);
      if (!kind || !isWanted(payload, settings)) return undefined;
      const reason = findCancellationReason(booking.changes);
      const isManageable = audience === 'visitor' && booking.cancelledAt === null;
      return composeBookingMail(booking, {
        key,
        recipient,
        sequence,
        settings,
        kind,
        receivedAt: booking.createdAt,
        heldUntil: booking.heldUntil,
        message: audience === 'mentor' && reason ? unlinked(reason) : booking.messageToVisitor,
        ...(isManageable && toManageLink(deps, booking, settings)),
        ...(isManageable && (await toPayment(deps, transaction, booking))),
        ...(isCancellation(occasion) && {
          settlement: findSettlement(booking.changes),
          isUnconfirmed: await deps.orders.isUnconfirmed(transaction, bookingId),
          testText: (await deps.orders.findMoney(transaction, bookingId))?.testText,
        }),
        packageText: await describePackage(deps, transaction, booking),
        packageUrl: await findPackageUrl(deps, transaction, booking, settings),
        isRefusable: isConfirmation(occasion) && isReminded(deps, booking, settings),
      });
    },
    // The mentor's own messages are not delayed: strangers cannot cause them.
    ...(!occasion.endsWith('-by-mentor') && {
      postpone: (transaction, mail) => postponeMail(deps, transaction, { mail, payload }),
    }),
  });
}

/** Returns where a session that went back to its package is booked again; undefined for others. */
async function findPackageUrl(
  { libraryLinks }: BookingDeps,
  transaction: Transaction,
  { entitlementId, returnedAt }: Booking,
  { calendar }: ResolvedSettings,
): Promise<string | undefined> {
  if (entitlementId === null || returnedAt === null) return undefined;
  const [sold] = await listPackages(transaction, eq(entitlements.id, entitlementId));
  const customer = sold && (await findCustomer(transaction, sold.customerId));
  return (
    customer &&
    new URL(`${libraryLinks.toPath(customer)}/sessions/${entitlementId}`, calendar.siteUrl).href
  );
}

/**
 * Sends a reminder, once. Sends nothing if the booking was cancelled, deleted or moved, its visitor
 * turned off reminders, or it is too late. The booking is locked meanwhile.
 */
export function sendBookingReminder(
  deps: BookingDeps,
  payload: BookingReminderPayload,
): Promise<void> {
  const { bookingId, mail: key } = payload;
  return sendQueuedMail(deps, {
    key,
    // Created only now: until it is due, there is nothing to send.
    async prepare(transaction) {
      const booking = await findDueBooking(deps, transaction, payload);
      if (!booking) return;
      const subject = bookingMailSubject(booking, 'visitor-reminder', await deps.readSettings());
      await queueDelivery(transaction, { key, recipient: booking.email, subject });
    },
    async compose(transaction, { recipient }) {
      const booking = await findDueBooking(deps, transaction, payload);
      if (!booking) return undefined;
      const settings = await deps.readSettings();
      const mail = await composeBookingMail(booking, {
        key,
        recipient,
        settings,
        kind: 'visitor-reminder',
        sequence: booking.calendarSequence,
        receivedAt: booking.createdAt,
        ...toManageLink(deps, booking, settings),
        ...(await toPayment(deps, transaction, booking)),
        isRefusable: true,
      });
      const path = deps.manageLinks.toUnsubscribePath(bookingId);
      return { ...mail, unsubscribeUrl: new URL(path, settings.calendar.siteUrl).href };
    },
    postpone: (transaction, mail) => postponeMail(deps, transaction, { mail, payload }),
  });
}

/** Returns the booking of a reminder, locked against changes, if the reminder is still useful. */
async function findDueBooking(
  { now, readSettings }: BookingDeps,
  transaction: Transaction,
  { bookingId, startsAt: start, minutesBefore }: BookingReminderPayload,
): Promise<(Booking & { email: string }) | undefined> {
  const startsAt = new Date(start);
  const booking = await findLockedBooking(transaction, bookingId, 'share');
  if (!booking?.email || booking.cancelledAt || booking.remindersRefusedAt) return undefined;
  if (booking.heldUntil) return undefined;
  if (booking.startsAt.getTime() !== startsAt.getTime()) return undefined;
  const { reminderMinutes } = (await readSettings()).booking;
  // The settings may have changed since a process scheduled it.
  if (!reminderMinutes.includes(minutesBefore)) return undefined;
  const reminder = { startsAt, minutesBefore };
  return isReminderWorthwhile(reminder, reminderMinutes, now())
    ? { ...booking, email: booking.email }
    : undefined;
}
