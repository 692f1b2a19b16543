import {
  isTimeTaken,
  keepHours,
  listFreeOnDay,
  type MentorshipSession,
} from '#features/availability/server/index.ts';
import { toAccessState } from '#features/customers/rules/index.ts';
import { findLockedPackage, type UsedPackage } from '#features/customers/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { idReused, recordNotFound } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import type { meetingTypes } from '#rules/meeting-types.ts';
import type { BookingDeps } from './booking-deps.ts';
import { findHoursFault, notOffered, slotTaken } from './check-booking.ts';
import { releaseEndedHolds } from './hold-session.ts';
import {
  findLastOfPackage,
  insertBooking,
  isBookingIdTaken,
  packageClosed,
} from './queries/bookings.ts';
import { bookingMailPrefix, queueBookingMail, scheduleReminders } from './queue-booking-mails.ts';

/** A session of a package that its customer books. */
export interface IncludedSession {
  /** Created once by the page, so that pressing twice books one. */
  id: string;
  packageId: string;
  startsAt: Date;
  meetingType: (typeof meetingTypes)[number];
  timeZone: string | null;
}

interface PackageOwner {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
}

/**
 * Books a session of a customer's package: it is confirmed, and nothing is to be paid. Throws 404, `package-closed`
 * (409), 422 and `slot-taken` (409), both with the free slots of that day, 429.
 */
export async function bookIncluded(
  deps: BookingDeps,
  { customer, ...asked }: IncludedSession & { customer: PackageOwner },
  visitor: Caller,
): Promise<void> {
  const { id, packageId, startsAt } = asked;
  await deps.limiter.count('book-session', visitor, `included:${id}`);
  await releaseEndedHolds(deps);
  const settings = await deps.readSettings();
  const refused = await deps.db.transaction(async (transaction) => {
    await keepHours(transaction);
    const found = await findLockedPackage(transaction, { id: packageId, customerId: customer.id });
    if (!found) throw recordNotFound();
    if (await isBookingIdTaken(transaction, id)) return requireSame(transaction, { id, packageId });
    requireLeft(found, deps.now());
    const session = await toIncludedSession(transaction, { ...asked, customer, found });
    const fault = await findHoursFault(transaction, session, settings, deps.now());
    if (fault) return { session, fault };
    const isTaken = await isTimeTaken(transaction, session, { ...settings, now: deps.now() });
    const booking = isTaken
      ? undefined
      : await insertBooking(transaction, { ...session, entitlementId: packageId });
    if (!booking) return { session, fault: undefined };
    for (const audience of ['visitor', 'mentor'] as const) {
      const mail = `${bookingMailPrefix(id)}included:${audience}`;
      await queueBookingMail(deps, transaction, { booking, occasion: 'booked', audience, mail });
    }
    await scheduleReminders(deps, transaction, booking);
    return undefined;
  });
  // Outside the transaction, to keep it short.
  if (!refused) return;
  const free = await listFreeOnDay(deps, { ...refused.session, startsAt });
  throw refused.fault === undefined ? slotTaken(free) : notOffered(refused.fault, free);
}

async function requireSame(
  transaction: Transaction,
  { id, packageId }: { id: string; packageId: string },
): Promise<undefined> {
  const last = await findLastOfPackage(transaction, packageId, id);
  if (!last) throw idReused(id);
}

/** Throws `package-closed` (409) if no session of a package can be booked. */
function requireLeft(found: UsedPackage, now: Date): void {
  const state = toAccessState(found, now);
  if (state !== 'open')
    throw packageClosed(
      'The sessions of this package can no longer be booked. Write to us if you want to use them.',
    );
  if (found.left === 0)
    throw packageClosed(
      `All ${found.granted} sessions of this package are booked. Move one of them, or book a new session on the mentorship page.`,
    );
}

/** Returns the session as it was bought, also if its type was changed or deleted since. */
async function toIncludedSession(
  transaction: Transaction,
  {
    id,
    startsAt,
    meetingType,
    timeZone,
    customer,
    found,
  }: IncludedSession & { customer: PackageOwner; found: UsedPackage },
): Promise<MentorshipSession & { sessionTypeId: string }> {
  const last = await findLastOfPackage(transaction, found.id);
  const { sessionType, sessionTypeId, sessionMinutes } = found;
  return {
    ...{ id, startsAt, meetingType, sessionType, sessionTypeId, sessionMinutes },
    ...{ name: customer.name, email: customer.email, phone: customer.phone },
    sessionPrice: null,
    tradingKnowledge: last?.tradingKnowledge ?? 'Beginner',
    notes: last?.notes ?? '',
    timeZone: timeZone ?? last?.timeZone ?? null,
    joinDetails: null,
  };
}
