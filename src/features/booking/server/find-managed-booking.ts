import {
  bookingState,
  changeableUntil,
  findGraceEnd,
  remindersOf,
} from '#features/availability/rules/index.ts';
import {
  type Booking,
  findBooking,
  shapeOfSession,
  windowOfSession,
} from '#features/availability/server/index.ts';
import { findSettlement } from '#features/booking/rules/booking-change.ts';
import { composeInvitation } from '#features/calendars/server/index.ts';
import {
  formatMentorTime,
  formatVisitorTime,
  type ResolvedSettings,
} from '#features/settings/server/index.ts';
import {
  describeBeforeCancelling,
  describeSettlement,
  describeUnallocatedAfterCancelling,
  findCancellationOutcome,
  inTimeUntil,
  unconfirmedAfterCancelling,
} from '#rules/cancellation.ts';
import { findJoinDetails } from '#rules/joining.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingNotFound } from './check-booking.ts';
import { describePackage } from './describe-package.ts';
import { settleCancellation } from './settle-cancellation.ts';

async function followLink({ db, manageLinks }: BookingDeps, token: string) {
  const id = manageLinks.readToken(token);
  return id === undefined ? undefined : findBooking(db, id);
}

/** Returns the id of the booking behind a private link. Throws 404. */
export async function getManagedBookingId(deps: BookingDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking) throw bookingNotFound();
  return { id: booking.id };
}

/**
 * Returns the booking behind a private link, as its visitor sees it. Instants are ISO texts in UTC.
 */
export async function findManagedBooking(deps: BookingDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking) return undefined;
  const { startsAt, heldUntil, sessionType, meetingType, timeZone } = booking;
  const settings = await deps.readSettings();
  const { booking: rules, offers } = settings;
  const { changeCutOffHours: cutOffHours } = rules;
  const state = bookingState(booking, { now: deps.now(), cutOffHours });
  const isUpcoming = state === 'changeable' || state === 'locked';
  const isMailed = booking.email !== null && settings.sendsMail;
  const payLink = (await deps.orders.findForBooking(deps.db, booking.id)) ?? null;
  return {
    id: booking.id,
    sessionType,
    meetingType,
    timeZone: findTimeZone(timeZone),
    /** The rules for the times to which it can be moved. */
    rules: { ...shapeOfSession(booking, offers), ...windowOfSession(booking, settings) },
    /** Whether the client gets emails about it. */
    isMailed,
    /** The price of the booked offer; null if unknown. */
    price: booking.sessionPrice,
    /** How it is paid for; null where it need not be. */
    payLink,
    /** How it is joined: a link, a number, or a few words; null where nothing was said. */
    joinDetails: isUpcoming || state === 'running' ? findJoinDetails(booking, rules.joining) : null,
    startsAt: startsAt.toISOString(),
    /** The mentor's message, if the mentor made the latest change. */
    message: booking.messageToVisitor,
    /** Whether a payment was reported that is not confirmed yet. */
    isUnconfirmed: await deps.orders.isUnconfirmed(deps.db, booking.id),
    /** What happens to the money if it is cancelled now; null if it is not paid. */
    cancellation: await describeCancellation(deps, booking, settings),
    /** What happens to the money of a session that does not take place; null if there is none. */
    moneyText:
      state === 'cancelled' || state === 'released' ? await describeMoney(deps, booking) : null,
    /** Says that its order has test money; null if it has none. */
    testText: (await deps.orders.findMoney(deps.db, booking.id))?.testText ?? null,
    /** What is left of its package; null if it belongs to none. */
    packageText: await describePackage(deps, deps.db, booking),
    /** Until when it waits for its payment; null if it does not. */
    heldUntil: state === 'held' && heldUntil ? heldUntil.toISOString() : null,
    /** Whether its client can book it again, because money for it arrived after it was cancelled. */
    canRebook:
      booking.cancelledAt !== null &&
      (await deps.orders.hasUnallocatedForBooking(deps.db, booking.id)),
    /** Until when it can be moved and cancelled. */
    changeableUntil: changeableUntil(booking, cutOffHours).toISOString(),
    /** The same if it was booked too late for the cut-off. */
    graceEndsAt: findGraceEnd(booking, cutOffHours)?.toISOString() ?? null,
    cutOffHours,
    /**
     * When the remaining reminders are sent, in minutes before the start; null if they do not
     * apply.
     */
    reminders:
      isMailed && isUpcoming && rules.reminderMinutes.length > 0
        ? {
            isRefused: booking.remindersRefusedAt !== null,
            minutesBefore: remindersOf(startsAt, rules.reminderMinutes, deps.now()).map(
              ({ minutesBefore }) => minutesBefore,
            ),
          }
        : null,
    state,
  };
}

/** Returns what a client reads about their money before they cancel, and the outcome that it states. */
async function describeCancellation(
  deps: BookingDeps,
  booking: Booking,
  { booking: clock, payments }: ResolvedSettings,
) {
  const { startsAt } = booking;
  const rule = payments.cancellation;
  const at = deps.now();
  const now = findCancellationOutcome(rule, { startsAt, at });
  const settlement = booking.cancelledAt
    ? undefined
    : await settleCancellation(deps, deps.db, booking, now);
  if (!settlement) return null;
  const deadline = inTimeUntil(startsAt, rule);
  const zone = findTimeZone(booking.timeZone);
  const until = zone ? formatVisitorTime(deadline, zone) : formatMentorTime(deadline, clock);
  const isToChange = at <= deadline && deadline < startsAt && rule.late !== rule.inTime;
  const later = isToChange ? { until, outcome: rule.late } : undefined;
  return { outcome: settlement.outcome, text: describeBeforeCancelling(settlement, later) };
}

async function describeMoney({ db, orders }: BookingDeps, { id, changes }: Booking) {
  const money = await orders.findMoney(db, id);
  const settlement = findSettlement(changes);
  // Without money, the mentor had marked it as paid by mistake.
  if (settlement && money?.paidCents !== 0) return describeSettlement(settlement, money?.leftCents);
  if (money && money.unallocatedCents > 0)
    return describeUnallocatedAfterCancelling(money.unallocatedCents);
  return (await orders.isUnconfirmed(db, id)) ? unconfirmedAfterCancelling : null;
}

/** Returns the same as a file for calendars (iCalendar); nothing when there is no live booking, or one that is held. */
export async function composeCalendarFile(deps: BookingDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking || booking.cancelledAt || booking.heldUntil) return undefined;
  const settings = await deps.readSettings();
  return composeInvitation(booking, {
    settings,
    method: 'PUBLISH',
    sequence: booking.calendarSequence,
    mentorEmail: settings.site.email,
    manageUrl: new URL(`/booking/${token}`, settings.calendar.siteUrl).href,
  });
}
