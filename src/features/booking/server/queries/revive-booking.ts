import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Booking } from '#features/availability/server/index.ts';
import { first, type Transaction } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';

/**
 * Gives a locked, cancelled booking another time: it is live and confirmed. Run it within
 * `unlessTaken`, because its time may be taken.
 */
export async function reviveBooking(
  transaction: Transaction,
  id: string,
  change: Pick<Booking, 'startsAt' | 'changes' | 'outcome' | 'messageToVisitor'>,
): Promise<Booking> {
  const revived = await first(
    transaction
      .update(bookings)
      .set({
        ...change,
        cancelledAt: null,
        // It is taken from its package again.
        returnedAt: null,
        heldUntil: null,
        // Calendars take an invitation after a cancellation only with a higher number.
        calendarSequence: sql`${bookings.calendarSequence} + 1`,
        version: sql`${bookings.version} + 1`,
      })
      .where(and(eq(bookings.id, id), isNotNull(bookings.cancelledAt), isNull(bookings.deletedAt)))
      .returning(),
  );
  if (!revived) throw new Error('There is no such cancelled booking');
  return revived;
}
