import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { BookingQuery } from '#domain/booking.ts';
import type { Span } from '#domain/slots.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';
import { bookings } from '#server/db/schema.ts';
import { pageByKey, toPage } from './keyset.ts';

export type Booking = typeof bookings.$inferSelect;
type NewBooking = Omit<typeof bookings.$inferInsert, 'calendarSequence' | 'cancelledAt'> & {
  id: string;
};

/**
 * Inserts a booking unless its id or its slot is taken. Returns the row, or nothing. Waits
 * for a rival that is still deciding.
 */
export async function insertBooking(db: Executor, booking: NewBooking) {
  const [inserted] = await db.insert(bookings).values(booking).onConflictDoNothing().returning();
  return inserted;
}

/** Returns the booking with this id, cancelled or not, if there is one. */
export const findBooking = (db: Executor, id: string) =>
  db.query.bookings.findFirst({ where: eq(bookings.id, id) });

/**
 * Returns the same, locked until the transaction ends: with `update` for this transaction alone,
 * with `share` against changes, while others may read it and share it too.
 */
export async function findLockedBooking(
  transaction: Transaction,
  id: string,
  lock: 'update' | 'share',
) {
  const [booking] = await transaction.select().from(bookings).where(eq(bookings.id, id)).for(lock);
  return booking;
}

/** Returns the slots of the span that somebody has, in order. */
export async function listTakenSlots(db: Executor, { from, to }: Span): Promise<Date[]> {
  const rows = await db
    .select({ slot: bookings.startsAt })
    .from(bookings)
    .where(
      and(gte(bookings.startsAt, from), lt(bookings.startsAt, to), isNull(bookings.cancelledAt)),
    )
    .orderBy(bookings.startsAt);
  return rows.map(({ slot }) => slot);
}

/** Returns whether somebody has this slot. */
export async function isSlotTaken(db: Executor, slot: Date): Promise<boolean> {
  const isTaken = and(eq(bookings.startsAt, slot), isNull(bookings.cancelledAt));
  return (await db.$count(bookings, isTaken)) > 0;
}

/** Sets the locks of slots apart from others of their kind. */
const slotLocks = 4_711;

/**
 * Lets one move at a time touch these slots, until the transaction ends. Without it two that
 * swap theirs would each wait for the other's slot: a deadlock.
 */
export async function lockSlots(transaction: Transaction, slots: Date[]): Promise<void> {
  const minutes = slots.map((slot) => Math.floor(slot.getTime() / 60_000));
  for (const minute of minutes.sort((a, b) => a - b)) {
    await transaction.execute(sql`select pg_advisory_xact_lock(${slotLocks}, ${minute}::int)`);
  }
}

/** Reschedules a live booking, or cancels it. Throws the unique violation of a slot that is taken. */
export async function updateBooking(
  transaction: Transaction,
  id: string,
  change: { startsAt: Date } | { cancelledAt: Date },
): Promise<Booking> {
  const [updated] = await transaction
    .update(bookings)
    .set({ ...change, calendarSequence: sql`${bookings.calendarSequence} + 1` })
    .where(and(eq(bookings.id, id), isNull(bookings.cancelledAt)))
    .returning();
  if (!updated) throw new Error('There is no such live booking');
  return updated;
}

/** Deletes a booking. Returns what it was, or nothing when there is none. */
export async function removeBooking(transaction: Transaction, id: string) {
  const [removed] = await transaction.delete(bookings).where(eq(bookings.id, id)).returning();
  return removed;
}

/** What the admin shows of a booking. */
const columns = {
  id: bookings.id,
  name: bookings.name,
  email: bookings.email,
  session_type: bookings.sessionType,
  booking_date: bookings.startsAt,
  meeting_type: bookings.meetingType,
  trading_knowledge: bookings.tradingKnowledge,
  notes: bookings.notes,
  created_at: bookings.createdAt,
  time_zone: bookings.timeZone,
  cancelled_at: bookings.cancelledAt,
};

/** Returns one page of the bookings within the span, the latest first. */
export async function listBookings(db: Executor, { from, to, ...page }: BookingQuery) {
  const key = { key: bookings.startsAt, id: bookings.id };
  const { after, order, take, position } = pageByKey(key, page);
  const rows = await db
    .select({ ...columns, position })
    .from(bookings)
    .where(
      and(
        from === undefined ? undefined : gte(bookings.startsAt, new Date(from)),
        to === undefined ? undefined : lt(bookings.startsAt, new Date(to)),
        after,
      ),
    )
    .orderBy(...order)
    .limit(take);
  return toPage(rows, page);
}

/** Returns the bookings from this instant on that still stand, the next one first. */
export const listNextBookings = (db: Executor, from: Date, limit: number) =>
  db
    .select(columns)
    .from(bookings)
    .where(and(gte(bookings.startsAt, from), isNull(bookings.cancelledAt)))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit);
