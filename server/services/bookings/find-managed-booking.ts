import { bookingRules } from '#content/booking-rules.ts';
import { site } from '#content/site.ts';
import { bookingState, changeableUntil } from '#domain/booking-rules.ts';
import { findBooking } from '#server/db/queries/bookings.ts';
import { composeInvitation } from '#server/services/mail/compose-invitation.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { bookingNotFound } from './check-booking.ts';
import { sessionMinutes } from './mentorship-session.ts';

async function followLink({ db, manageLinks }: ServiceDeps, token: string) {
  const id = await manageLinks.readToken(token);
  return id === undefined ? undefined : findBooking(db, id);
}

/** Returns the id of the booking that a private link leads to. Throws 404. */
export async function getManagedBookingId(deps: ServiceDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking) throw bookingNotFound();
  return { id: booking.id };
}

/** Returns the booking that a private link leads to, as its visitor sees it. Instants are ISO texts in UTC. */
export async function findManagedBooking(deps: ServiceDeps, token: string) {
  const booking = await followLink(deps, token);
  if (!booking) return undefined;
  const { startsAt, cancelledAt, sessionType, meetingType, timeZone } = booking;
  const { changeCutOffHours: cutOffHours } = bookingRules;
  return {
    sessionType,
    meetingType,
    timeZone,
    minutes: sessionMinutes(sessionType),
    startsAt: startsAt.toISOString(),
    /** Until when it can be moved and cancelled. */
    changeableUntil: changeableUntil(startsAt, cutOffHours).toISOString(),
    state: bookingState(
      { startsAt, isCancelled: cancelledAt !== null },
      { now: deps.now(), cutOffHours },
    ),
  };
}

/** Returns the same as a file for calendars (iCalendar); nothing when there is no live booking. */
export async function composeCalendarFile(deps: ServiceDeps, token: string) {
  const { calendar } = deps;
  const booking = await followLink(deps, token);
  if (!booking || booking.cancelledAt) return undefined;
  return composeInvitation(booking, {
    calendar,
    method: 'PUBLISH',
    sequence: booking.calendarSequence,
    mentorEmail: site.email,
    manageUrl: new URL(`/booking/${token}`, calendar.siteUrl).href,
  });
}
