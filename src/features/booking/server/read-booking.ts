import type { BookingQuery } from '#features/booking/rules/booking.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { PageQuery } from '#rules/list-page.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingNotFound } from './check-booking.ts';
import { describePackages } from './describe-package.ts';
import { listHistory } from './queries/booking-history.ts';
import {
  type ListedBooking,
  listBookings as listRows,
  readBooking,
} from './queries/list-bookings.ts';

interface ReadDeps extends Pick<BookingDeps, 'manageLinks' | 'now' | 'readSettings'> {
  db: Executor;
}

/** Returns rows for the API, with the client's private link, which the mentor can pass on. */
async function toShown(deps: ReadDeps, rows: ListedBooking[]) {
  const describePackage = await describePackages(deps, deps.db, rows);
  return rows.map(({ startsAt, ...row }) => ({
    ...row,
    booking_date: startsAt,
    managePath: deps.manageLinks.toPath(row.id),
    /** What is left of its package; null if it belongs to none. */
    packageText: describePackage(row),
  }));
}

/** Returns a booking for the admin. Throws 404. */
export async function getBooking(deps: ReadDeps, { id }: { id: string }) {
  const found = await readBooking(deps.db, id);
  const [booking] = await toShown(deps, found ? [found] : []);
  if (!booking) throw bookingNotFound();
  return booking;
}

/** Returns one page of the bookings for the admin. */
export async function listBookings(deps: ReadDeps, query: BookingQuery) {
  const { items, ...page } = await listRows(deps.db, query, deps.now());
  return { ...page, items: await toShown(deps, items) };
}

/** Returns one page of the history of a booking and its client, newest first. Throws 404. */
export async function listBookingHistory(
  deps: ReadDeps,
  { id, ...page }: PageQuery & { id: string },
) {
  return listHistory(deps.db, await getBooking(deps, { id }), page);
}
