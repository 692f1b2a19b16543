import { and, asc, eq, gte, isNull, lt, ne } from 'drizzle-orm';
import type { Span } from '#features/availability/rules/slots.ts';
import type { Executor } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';

export type Booking = typeof bookings.$inferSelect;

/** Matches the booking with this id, even if it is cancelled. */
export const isThis = (id: string) => and(eq(bookings.id, id), isNull(bookings.deletedAt));

/** Returns the booking with this id, even if it is cancelled. */
export const findBooking = (db: Executor, id: string) =>
  db.query.bookings.findFirst({ where: isThis(id) });

/** A cancelled booking stays for its emails and its visitor, but frees its slot. */
export const isLive = and(isNull(bookings.cancelledAt), isNull(bookings.deletedAt));

/** Lists the live bookings that start within the span, except one, in order. */
export const listLiveBookings = (db: Executor, { from, to }: Span, exceptId?: string) =>
  db
    .select()
    .from(bookings)
    .where(
      and(
        gte(bookings.startsAt, from),
        lt(bookings.startsAt, to),
        isLive,
        exceptId === undefined ? undefined : ne(bookings.id, exceptId),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));

/** Lists the live bookings from this instant on, in order. */
export const listBookingsFrom = (
  db: Executor,
  from: Date,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Booking[]> =>
  db
    .select()
    .from(bookings)
    .where(and(gte(bookings.startsAt, from), isLive))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit);
