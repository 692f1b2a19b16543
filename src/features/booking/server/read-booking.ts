import type { BookingQuery } from '#features/booking/rules/booking.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { PageQuery } from '#rules/list-page.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingNotFound } from './check-booking.ts';
import { listHistory } from './queries/booking-history.ts';
import {
  type ListedBooking,
  listBookings as listRows,
  readBooking,
} from './queries/list-bookings.ts';

interface ReadDeps extends Pick<BookingDeps, 'manageLinks' | 'now'> {
  db: Executor;
}

/** Returns a row for the API, with the client's private link, which the mentor can pass on. */
const withLink =
  ({ manageLinks }: Pick<BookingDeps, 'manageLinks'>) =>
  ({ startsAt, ...row }: ListedBooking) => ({
    ...row,
    booking_date: startsAt,
    managePath: manageLinks.toPath(row.id),
  });

/** Returns a booking for the admin. Throws 404. */
export async function getBooking(deps: ReadDeps, { id }: { id: string }) {
  const booking = await readBooking(deps.db, id);
  if (!booking) throw bookingNotFound();
  return withLink(deps)(booking);
}

/** Returns one page of the bookings for the admin. */
export async function listBookings(deps: ReadDeps, query: BookingQuery) {
  const { items, ...page } = await listRows(deps.db, query, deps.now());
  return { ...page, items: items.map(withLink(deps)) };
}

/** Returns one page of the history of a booking and its client, newest first. Throws 404. */
export async function listBookingHistory(
  deps: ReadDeps,
  { id, ...page }: PageQuery & { id: string },
) {
  return listHistory(deps.db, await getBooking(deps, { id }), page);
}
