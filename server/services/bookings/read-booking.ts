import type { PageQuery } from '#domain/list-page.ts';
import type { Executor } from '#server/db/executor.ts';
import { listHistory } from '#server/db/queries/booking-history.ts';
import { readBooking } from '#server/db/queries/bookings.ts';
import { bookingNotFound } from './check-booking.ts';

/** Returns a booking as the admin reads it. Throws 404. */
export async function getBooking({ db }: { db: Executor }, { id }: { id: string }) {
  const booking = await readBooking(db, id);
  if (!booking) throw bookingNotFound();
  return booking;
}

/** Returns one page of what happened with a booking and with its client, newest first. Throws 404. */
export async function listBookingHistory(
  { db }: { db: Executor },
  { id, ...page }: PageQuery & { id: string },
) {
  const { email } = await getBooking({ db }, { id });
  return listHistory(db, { id, email }, page);
}
