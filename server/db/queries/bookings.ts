import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Span } from '#domain/slots.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';
import { bookings } from '#server/db/schema.ts';

export type Booking = typeof bookings.$inferSelect;
export type NewBooking = Omit<typeof bookings.$inferInsert, 'calendarSequence' | 'cancelledAt'> & {
  id: string;
};

/**
 * Inserts a booking unless its id or its slot is taken. Answers the row, or nothing. Waits
 * for a rival that is still deciding.
 */
export async function insertBooking(
  db: Executor,
  booking: NewBooking,
): Promise<Booking | undefined> {
  const [inserted] = await db.insert(bookings).values(booking).onConflictDoNothing().returning();
  return inserted;
}

/** The booking with this id, cancelled or not, if there is one. */
export async function findBooking(db: Executor, id: string): Promise<Booking | undefined> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  return booking;
}

/** The same, held until the transaction ends: nobody else changes it meanwhile. */
export async function lockBooking(
  transaction: Transaction,
  id: string,
): Promise<Booking | undefined> {
  const [booking] = await transaction
    .select()
    .from(bookings)
    .where(eq(bookings.id, id))
    .for('update');
  return booking;
}

/** The same, kept as it is until the transaction ends, while others may read it and hold it too. */
export async function holdBooking(
  transaction: Transaction,
  id: string,
): Promise<Booking | undefined> {
  const [booking] = await transaction
    .select()
    .from(bookings)
    .where(eq(bookings.id, id))
    .for('share');
  return booking;
}

/** The slots of the span that somebody has, in order. */
export async function listTakenSlots(db: Executor, { from, to }: Span): Promise<Date[]> {
  const rows = await db
    .select({ slot: bookings.bookingDate })
    .from(bookings)
    .where(
      and(
        gte(bookings.bookingDate, from),
        lt(bookings.bookingDate, to),
        isNull(bookings.cancelledAt),
      ),
    )
    .orderBy(bookings.bookingDate);
  return rows.map(({ slot }) => slot);
}

/** Whether somebody has this slot. */
export async function isSlotTaken(db: Executor, slot: Date): Promise<boolean> {
  const held = and(eq(bookings.bookingDate, slot), isNull(bookings.cancelledAt));
  return (await db.$count(bookings, held)) > 0;
}

/** Sets the locks of slots apart from others of their kind. */
const slotLocks = 4_711;

/**
 * Lets one move at a time touch these slots, until the transaction ends. Without it two that
 * swap theirs would each wait for the other's slot: a deadlock.
 */
export async function holdSlots(transaction: Transaction, slots: Date[]): Promise<void> {
  const minutes = slots.map((slot) => Math.floor(slot.getTime() / 60_000));
  for (const minute of minutes.sort((a, b) => a - b)) {
    await transaction.execute(sql`select pg_advisory_xact_lock(${slotLocks}, ${minute}::int)`);
  }
}

/** Gives a live booking another slot. Throws the unique violation of a slot that is taken. */
export const putBookingAt = (transaction: Transaction, id: string, slot: Date): Promise<Booking> =>
  change(transaction, id, { bookingDate: slot });

/** Marks a live booking as cancelled, which frees its slot. */
export const putBookingAside = (transaction: Transaction, id: string, at: Date): Promise<Booking> =>
  change(transaction, id, { cancelledAt: at });

async function change(
  transaction: Transaction,
  id: string,
  values: Partial<Pick<Booking, 'bookingDate' | 'cancelledAt'>>,
): Promise<Booking> {
  const [changed] = await transaction
    .update(bookings)
    .set({ ...values, calendarSequence: sql`${bookings.calendarSequence} + 1` })
    .where(and(eq(bookings.id, id), isNull(bookings.cancelledAt)))
    .returning();
  if (!changed) throw new Error('There is no such live booking');
  return changed;
}

/** Deletes a booking. Answers what it was, or nothing when there is none. */
export async function removeBooking(
  transaction: Transaction,
  id: string,
): Promise<Booking | undefined> {
  const [removed] = await transaction.delete(bookings).where(eq(bookings.id, id)).returning();
  return removed;
}
