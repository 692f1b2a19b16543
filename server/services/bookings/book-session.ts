import type { BookingSubmission } from '#domain/booking.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { findBooking, isSlotTaken } from '#server/db/queries/bookings.ts';
import { idReused } from '#server/errors.ts';
import type { BookingToStore } from '#server/services/submissions/submission.ts';
import { slotTaken } from './booking-errors.ts';
import { checkBooking } from './check-booking.ts';
import { listFreeSlotsBeside } from './list-free-slots.ts';
import type { ManageLinks } from './manage-links.ts';
import { isHandled, type StoreBookingDeps, storeBooking } from './store-booking.ts';

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
 * (409), `database-unavailable` (503).
 */
export async function bookSession(
  deps: BookSessionDeps,
  { id, ...content }: BookingSubmission,
): Promise<BookedSession> {
  const booking = { kind: 'booking' as const, id, content };
  const slot = new Date(content.booking_date);
  const booked = () => ({ id, startsAt: slot, managePath: deps.manageLinks.toPath(id) });
  return deps.circuit.run(async () => {
    try {
      checkBooking(content, deps.now());
    } catch (fault) {
      // A repeat that comes late is still a repeat: what it asked for was granted in time.
      if (await isHandled(deps.db, booking)) return booked();
      throw fault;
    }
    const outcome = (await isGone(deps.db, booking, slot))
      ? 'taken'
      : await storeBooking(deps, { booking, isMailed: false });
    if (outcome === 'different') throw idReused(id);
    if (outcome !== 'taken') return booked();
    const beside = { slot, timeZone: content.time_zone };
    throw slotTaken(await listFreeSlotsBeside(deps, beside).catch(() => undefined));
  }, insertTimeoutMs);
}

/**
 * Whether somebody else has the slot already. Most of a crowd can be told so without a
 * transaction; what the others find out in theirs decides.
 */
const isGone = async (db: Database, booking: BookingToStore, slot: Date): Promise<boolean> =>
  (await isSlotTaken(db, slot)) &&
  !(await isHandled(db, booking)) &&
  !(await findBooking(db, booking.id));
