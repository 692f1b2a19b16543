import type { BookingSubmission } from '#domain/booking.ts';
import type { Database } from '#server/db/executor.ts';
import { findBooking, isSlotTaken } from '#server/db/queries/bookings.ts';
import { idReused } from '#server/errors.ts';
import type { Caller } from '#server/limits/limiter.ts';
import { tooManySessions } from '#server/limits/limits.ts';
import { type BookingToStore, submissionKey } from '#server/services/submissions/submission.ts';
import { slotTaken } from './booking-errors.ts';
import { requireMailToSpare } from './booking-limits.ts';
import { checkBooking } from './check-booking.ts';
import { listFreeSlotsBeside } from './list-free-slots.ts';
import type { ManageLinks } from './manage-links.ts';
import { isHandled, type StoreBookingDeps, storeBooking } from './store-booking.ts';

interface BookSessionDeps extends StoreBookingDeps {
  manageLinks: ManageLinks;
}

/**
 * Books a session and returns it with the visitor's private way back to it. Repeating it with
 * the same words changes nothing and succeeds. Throws 422 when a rule forbids it, `slot-taken`
 * (409) with the free slots of that day, `id-reused` (409), `too-many-requests` and
 * `too-many-sessions` (429).
 */
export async function bookSession(
  deps: BookSessionDeps,
  { id, ...content }: BookingSubmission,
  visitor: Caller,
): Promise<{ id: string; startsAt: Date; managePath: string }> {
  const { startsAt, time_zone: timeZone } = content;
  const booking = { kind: 'booking' as const, id, content };
  const booked = { id, startsAt, managePath: deps.manageLinks.toPath(id) };
  // A repeat that comes late is still a repeat: what it asked for was granted in time.
  if (await isHandled(deps.db, booking)) return booked;
  checkBooking(content, deps.now());
  const outcome = (await isGone(deps.db, booking))
    ? 'taken'
    : await storeCounted(deps, booking, visitor);
  if (outcome === 'different') throw idReused(id);
  if (outcome === 'too-many') throw tooManySessions();
  if (outcome !== 'taken') return booked;
  throw slotTaken(await listFreeSlotsBeside(deps, { startsAt, timeZone }).catch(() => undefined));
}

async function storeCounted(deps: BookSessionDeps, booking: BookingToStore, visitor: Caller) {
  await deps.limiter.count('book-session', visitor, submissionKey(booking));
  await requireMailToSpare(deps, booking.content.email);
  return storeBooking(deps, { booking, isMailed: false });
}

/**
 * Whether somebody else has the slot already. Most of a crowd can be told so without a
 * transaction; what the others find out in theirs decides.
 */
const isGone = async (db: Database, booking: BookingToStore): Promise<boolean> =>
  (await isSlotTaken(db, booking.content.startsAt)) &&
  !(await isHandled(db, booking)) &&
  !(await findBooking(db, booking.id));
