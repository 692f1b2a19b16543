import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { hasUnallocated } from '#features/payments/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';

/**
 * Lists the orders without a payment that a line of a bank statement may be for, with their sessions,
 * newest first.
 */
export async function listStatementOrders(db: Executor) {
  const rows = await db
    .select({
      id: orders.id,
      reference: orders.reference,
      amountCents: orders.amountCents,
      name: orders.name,
      state: orders.state,
      bookingId: orders.bookingId,
      hasUnallocated,
      // The id comes first: by the first column Drizzle decides whether there is a row.
      session: {
        id: bookings.id,
        cancelledAt: bookings.cancelledAt,
        heldUntil: bookings.heldUntil,
      },
    })
    .from(orders)
    .leftJoin(bookings, and(eq(bookings.id, orders.bookingId), isNull(bookings.deletedAt)))
    .where(inArray(orders.state, ['awaiting', 'expired', 'cancelled']))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  return rows.map(({ session, ...order }) => ({ ...order, session: session ?? undefined }));
}
