import { and, asc, gte, isNull, lt } from 'drizzle-orm';
import type { BookingQuery } from '#domain/booking-list.ts';
import type { Executor } from '#server/db/executor.ts';
import { bookings } from '#server/db/schema.ts';
import { pageByKey, toPage } from './keyset.ts';

const columns = {
  id: bookings.id,
  name: bookings.name,
  email: bookings.email,
  session_type: bookings.sessionType,
  booking_date: bookings.bookingDate,
  meeting_type: bookings.meetingType,
  trading_knowledge: bookings.tradingKnowledge,
  notes: bookings.notes,
  created_at: bookings.createdAt,
  time_zone: bookings.timeZone,
  cancelled_at: bookings.cancelledAt,
};

/** One page of the bookings within the span, the latest first. */
export async function listBookings(db: Executor, { from, to, ...page }: BookingQuery) {
  const { after, order, take, position } = pageByKey(
    { key: bookings.bookingDate, id: bookings.id },
    page,
  );
  const rows = await db
    .select({ ...columns, position })
    .from(bookings)
    .where(
      and(
        from === undefined ? undefined : gte(bookings.bookingDate, new Date(from)),
        to === undefined ? undefined : lt(bookings.bookingDate, new Date(to)),
        after,
      ),
    )
    .orderBy(...order)
    .limit(take);
  return toPage(rows, page);
}

/** The bookings from this instant on that still stand, the next one first. */
export const listNextBookings = (db: Executor, from: Date, limit: number) =>
  db
    .select(columns)
    .from(bookings)
    .where(and(gte(bookings.bookingDate, from), isNull(bookings.cancelledAt)))
    .orderBy(asc(bookings.bookingDate), asc(bookings.id))
    .limit(limit);
