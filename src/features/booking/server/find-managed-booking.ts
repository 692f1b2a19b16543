import {
  bookingState,
  changeableUntil,
  remindersOf,
} from '#features/booking/rules/booking-rules.ts';
import { findJoinDetails } from '#features/booking/rules/joining.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingNotFound } from './check-booking.ts';
import { composeInvitation } from './compose-invitation.ts';
import { shapeOfSession, windowOfSession } from './mentorship-session.ts';
import { findBooking } from './queries/bookings.ts';

async function followLink({ db, manageLinks }: BookingDeps, token: string) {
  const id = manageLinks.readToken(token);
  return id === undefined ? undefined : findBooking(db, id);
}

/** Returns the id of the booking that a private link leads to. Throws 404. */
export async function getManagedBookingId(deps: BookingDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking) throw bookingNotFound();
  return { id: booking.id };
}

/** Returns the booking that a private link leads to, as its visitor sees it. Instants are ISO texts in UTC. */
export async function findManagedBooking(deps: BookingDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking) return undefined;
  const { startsAt, cancelledAt, sessionType, meetingType, timeZone } = booking;
  const facts = await deps.readFacts();
  const { booking: rules, offers } = facts;
  const { changeCutOffHours: cutOffHours } = rules;
  const state = bookingState(
    { startsAt, isCancelled: cancelledAt !== null },
    { now: deps.now(), cutOffHours },
  );
  const isUpcoming = state === 'changeable' || state === 'locked';
  return {
    id: booking.id,
    sessionType,
    meetingType,
    timeZone,
    /** For which times it can be moved to. */
    rules: { ...shapeOfSession(booking, offers), ...windowOfSession(sessionType, facts) },
    /** Without one no mail is sent. */
    hasEmail: booking.email !== null,
    /** The words of the offer it was booked by; null where they are not known. */
    price: booking.sessionPrice,
    /** How it is paid for; null where it need not be. */
    payLink: (await deps.orders.findForBooking(deps.db, booking.id)) ?? null,
    /** How it is joined: a link, a number, or a few words; null where nothing was said. */
    joinDetails: isUpcoming ? findJoinDetails(booking, rules.joining) : null,
    startsAt: startsAt.toISOString(),
    /** What the mentor writes about the latest change, where it was theirs. */
    message: booking.messageToVisitor,
    /** Until when it can be moved and cancelled. */
    changeableUntil: changeableUntil(startsAt, cutOffHours).toISOString(),
    cutOffHours,
    /** How long before it reminders still come, in minutes; null where there are none to speak of. */
    reminders:
      booking.email !== null && isUpcoming && rules.reminderMinutes.length > 0
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

/** Returns the same as a file for calendars (iCalendar); nothing when there is no live booking. */
export async function composeCalendarFile(deps: BookingDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking || booking.cancelledAt) return undefined;
  const facts = await deps.readFacts();
  return composeInvitation(booking, {
    facts,
    method: 'PUBLISH',
    sequence: booking.calendarSequence,
    mentorEmail: facts.site.email,
    manageUrl: new URL(`/booking/${token}`, facts.calendar.siteUrl).href,
  });
}
