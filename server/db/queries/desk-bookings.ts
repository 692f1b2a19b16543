import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { BookingQuery } from '#domain/booking-list.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';
import { bookings } from '#server/db/schema.ts';
import { pageByKey, toPage } from './keyset.ts';

/** A column that a booking may have: nothing where the table has none of the name. */
const optional = (name: 'time_zone' | 'cancelled_at') =>
  sql<string | null>`to_jsonb(${bookings}) ->> ${sql.raw(`'${name}'`)}`;

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
  time_zone: optional('time_zone'),
  cancelled_at: optional('cancelled_at'),
};

const isLive = sql`${optional('cancelled_at')} is null`;

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
    .where(and(gte(bookings.bookingDate, from), isLive))
    .orderBy(asc(bookings.bookingDate), asc(bookings.id))
    .limit(limit);

/** Deletes a booking. Answers whether there was one. */
export async function removeBookingRow(transaction: Transaction, id: string): Promise<boolean> {
  const removed = await transaction
    .delete(bookings)
    .where(eq(bookings.id, id))
    .returning({ id: bookings.id });
  return removed.length === 1;
}
