import { removeBookingRow } from '#server/db/queries/desk-bookings.ts';
import { forgetDeliveries } from '#server/db/queries/mail-deliveries.ts';
import { deskTimeoutMs, recordNotFound } from '#server/services/records/record-deps.ts';
import type { DeskDeps } from './desk-deps.ts';

/**
 * Deletes a booking for good, which frees its slot; mails that are still owed go with it.
 * Throws 404, `database-unavailable` (503).
 */
export const deleteBooking = ({ db, circuit }: DeskDeps, { id }: { id: string }): Promise<void> =>
  circuit.run(
    () =>
      db.transaction(async (transaction) => {
        if (!(await removeBookingRow(transaction, id))) throw recordNotFound();
        await forgetDeliveries(transaction, `booking:${id}:`);
      }),
    deskTimeoutMs,
  );
