import { bookingDesk } from '#content/booking-desk.ts';
import { site } from '#content/site.ts';
import { bookingState, changeableUntil } from '#domain/booking-rules.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { findBooking } from '#server/db/queries/bookings.ts';
import type { ManagedBooking } from '#server/http/page-context.ts';
import {
  type CalendarIdentity,
  composeInvitation,
} from '#server/services/mail/compose-invitation.ts';
import type { ManageLinks } from './manage-links.ts';
import { sessionMinutes, toSession } from './session.ts';

/** How long a page waits for the database, in milliseconds. */
const queryTimeoutMs = 5_000;

export interface FindManagedBookingDeps {
  db: Database;
  circuit: DatabaseCircuit;
  manageLinks: ManageLinks;
  now: () => Date;
}

const followLink = ({ db, circuit, manageLinks }: FindManagedBookingDeps, token: string) =>
  circuit.run(async () => {
    const id = await manageLinks.readToken(token);
    return id === undefined ? undefined : findBooking(db, id);
  }, queryTimeoutMs);

/** The booking that a private link leads to, if there is one still. Throws 503. */
export async function findManagedBooking(
  deps: FindManagedBookingDeps,
  token: string,
): Promise<(ManagedBooking & { id: string }) | undefined> {
  const booking = await followLink(deps, token);
  if (!booking) return undefined;
  const { bookingDate: startsAt, cancelledAt, sessionType, meetingType, timeZone } = booking;
  const { changeCutOffHours: cutOffHours } = bookingDesk;
  return {
    id: booking.id,
    sessionType,
    meetingType,
    timeZone,
    minutes: sessionMinutes(sessionType),
    startsAt: startsAt.toISOString(),
    changeableUntil: changeableUntil(startsAt, cutOffHours).toISOString(),
    state: bookingState(
      { startsAt, isCancelled: cancelledAt !== null },
      { now: deps.now(), cutOffHours },
    ),
  };
}

/** The same as a file for calendars; nothing when there is no live booking. Throws 503. */
export async function composeCalendarFile(
  deps: FindManagedBookingDeps & { calendar: CalendarIdentity },
  token: string,
): Promise<string | undefined> {
  const { calendar } = deps;
  const booking = await followLink(deps, token);
  if (!booking || booking.cancelledAt) return undefined;
  return composeInvitation(toSession(booking), {
    calendar,
    method: 'publish',
    sequence: booking.calendarSequence,
    mentorAddress: site.email,
    manageUrl: new URL(`/booking/${token}`, calendar.siteUrl).href,
  });
}
