import type { Database } from '#server/db/executor.ts';
import { removeBooking } from '#server/db/queries/bookings.ts';
import { anonymiseDeliveries } from '#server/db/queries/mail-deliveries.ts';
import type { CallOffMails } from '#server/jobs/jobs.ts';
import { bookingNotFound } from './booking-errors.ts';
import { bookingMailPrefix } from './queue-booking-mails.ts';
import { callOffReminders } from './schedule-reminders.ts';

interface DeleteBookingDeps {
  db: Database;
  callOffMails: CallOffMails;
}

/**
 * Deletes a booking for good: its reminders and the mails still owed go with it, its slot is
 * free, and nothing remembers who it was for. Nobody is told. Throws 404.
 */
export function deleteBooking(deps: DeleteBookingDeps, { id }: { id: string }): Promise<void> {
  return deps.db.transaction(async (transaction) => {
    const booking = await removeBooking(transaction, id);
    if (!booking) throw bookingNotFound();
    await callOffReminders(deps, transaction, booking);
    await anonymiseDeliveries(transaction, bookingMailPrefix(id));
  });
}
