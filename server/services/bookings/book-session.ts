import type { BookingSubmission } from '#domain/booking.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
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
import {
  isHandled,
  type StoreBookingDeps,
  type StoreBookingOutcome,
  storeBooking,
} from './store-booking.ts';

/** Shorter than the 10 seconds after which a page stops waiting; see submit-lead.ts. */
const insertTimeoutMs = 8_000;

export interface BookSessionDeps extends StoreBookingDeps {
  circuit: DatabaseCircuit;
  manageLinks: ManageLinks;
}

/** A booking that stands. */
export interface BookedSession {
  id: string;
  startsAt: Date;
  /** The visitor's private way back to it. */
  managePath: string;
}

/**
 * Books a session. Repeating it with the same words changes nothing and succeeds. Throws 422
 * when a rule forbids it, `slot-taken` (409) with the free slots of that day, `id-reused`
 * (409), `too-many-requests` and `too-many-sessions` (429), `database-unavailable` (503).
 */
export async function bookSession(
  deps: BookSessionDeps,
  { id, ...content }: BookingSubmission,
  visitor: Caller,
): Promise<BookedSession> {
  const booking = { kind: 'booking' as const, id, content };
  const slot = new Date(content.booking_date);
  const booked = () => ({ id, startsAt: slot, managePath: deps.manageLinks.toPath(id) });
  return deps.circuit.run(async () => {
    // A repeat that comes late is still a repeat: what it asked for was granted in time.
    if (await isHandled(deps.db, booking)) return booked();
    checkBooking(content, deps.now());
    const outcome = (await isGone(deps.db, booking, slot))
      ? 'taken'
      : await storeCounted(deps, booking, visitor);
    if (outcome === 'different') throw idReused(id);
    if (outcome === 'too-many') throw tooManySessions();
    if (outcome !== 'taken') return booked();
    const beside = { slot, timeZone: content.time_zone };
    throw slotTaken(await listFreeSlotsBeside(deps, beside).catch(() => undefined));
  }, insertTimeoutMs);
}

async function storeCounted(
  deps: BookSessionDeps,
  booking: BookingToStore,
  visitor: Caller,
): Promise<StoreBookingOutcome> {
  await deps.limiter.count('book-session', visitor, submissionKey(booking));
  await requireMailToSpare(deps, booking.content.email);
  return storeBooking(deps, { booking, isMailed: false });
}

/**
 * Whether somebody else has the slot already. Most of a crowd can be told so without a
 * transaction; what the others find out in theirs decides.
 */
const isGone = async (db: Database, booking: BookingToStore, slot: Date): Promise<boolean> =>
  (await isSlotTaken(db, slot)) &&
  !(await isHandled(db, booking)) &&
  !(await findBooking(db, booking.id));
