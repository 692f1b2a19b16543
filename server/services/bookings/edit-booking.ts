import type { Transaction } from '#server/db/executor.ts';
import { type Booking, findLockedBooking } from '#server/db/queries/bookings.ts';
import { editedElsewhere } from '#server/errors.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { bookingNotFound } from './check-booking.ts';
import { getBooking } from './read-booking.ts';

/** Which booking the mentor changes, and which version of it they have read. */
export interface EditedBooking {
  id: string;
  version: number;
}

interface Edit {
  /** Whether the booking says already what is asked for: then nothing is done, whatever its version. */
  isDone: (booking: Booking) => boolean;
  edit: (transaction: Transaction, booking: Booking) => Promise<unknown>;
}

/**
 * Changes a booking, locked meanwhile, in one transaction, and returns it as it is then. Throws 404,
 * and `edited-elsewhere` (409) where it is not what the mentor has read.
 */
export const editBooking = (
  deps: ServiceDeps,
  { id, version }: EditedBooking,
  { isDone, edit }: Edit,
) =>
  deps.db.transaction(async (transaction) => {
    const read = () => getBooking({ ...deps, db: transaction }, { id });
    const before = await findLockedBooking(transaction, id, 'update');
    if (!before) throw bookingNotFound();
    if (!isDone(before)) {
      if (before.version !== version) throw editedElsewhere(await read());
      await edit(transaction, before);
    }
    return read();
  });
