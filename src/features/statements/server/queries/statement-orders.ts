import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm';
import { dueNowCents, type OrderState } from '#features/orders/rules/index.ts';
import { hasUnallocated } from '#features/payments/server/index.ts';
import type { KnownMoney } from '#features/statements/rules/statement-matches.ts';
import type { Executor } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { dues, orders, payments, statementLines } from '#platform/db/schema/order-schema.ts';
import { groupBy } from '#rules/group-by.ts';

const unpaidStates: OrderState[] = ['awaiting', 'expired', 'cancelled'];

/**
 * Lists the orders that are not paid in full and that a line of a bank statement may be for, with their sessions,
 * newest first.
 */
export async function listStatementOrders(db: Executor) {
  const rows = await db
    .select({
      id: orders.id,
      reference: orders.reference,
      amountCents: orders.amountCents,
      name: orders.name,
      paidCents: orders.paidCents,
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
    .where(inArray(orders.state, unpaidStates))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const split = await db
    .select(getTableColumns(dues))
    .from(dues)
    .innerJoin(orders, eq(orders.id, dues.orderId))
    .where(inArray(orders.state, unpaidStates))
    .orderBy(asc(dues.number));
  const ofOrder = groupBy(split, ({ orderId }) => orderId);
  return rows.map(({ session, ...order }) => ({
    ...order,
    /** What it asks for now. One that is closed asks for nothing, so its price counts. */
    dueCents: dueNowCents(order, ofOrder.get(order.id) ?? []) || order.amountCents,
    session: session ?? undefined,
  }));
}

/** Returns what was recorded of the money on the mentor's account, and which of these lines are not for an order. */
export async function readKnownMoney(db: Executor, fingerprints: string[]): Promise<KnownMoney> {
  const { fingerprint } = statementLines;
  const recorded = await db
    .select({
      reference: orders.reference,
      amountCents: payments.amountCents,
      provider: payments.provider,
      providerPaymentId: payments.providerPaymentId,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(inArray(payments.provider, ['bank', 'manual']), isNull(payments.undoneAt)));
  const hidden = await db
    .select({ fingerprint })
    .from(statementLines)
    .where(
      and(
        isNull(statementLines.orderId),
        sql`${fingerprint} = any(${sql.param(fingerprints)}::text[])`,
      ),
    );
  const paid = await db
    .select({ reference: orders.reference })
    .from(orders)
    .where(gt(orders.paidCents, 0));
  return {
    payments: recorded.map(({ provider, providerPaymentId, ...payment }) => ({
      ...payment,
      fingerprint: provider === 'bank' ? providerPaymentId.split(':')[0] : undefined,
    })),
    hidden: new Set(hidden.map((line) => line.fingerprint)),
    paid: new Set(paid.map(({ reference }) => reference)),
  };
}

/** Marks lines as not for an order. Those that were recorded stay as they are. */
export const hideLines = (db: Executor, lines: (typeof statementLines.$inferInsert)[]) =>
  db.insert(statementLines).values(lines).onConflictDoNothing();

/** Takes that back. */
export const unhideLines = (db: Executor, fingerprints: string[]) =>
  db
    .delete(statementLines)
    .where(and(isNull(statementLines.orderId), inArray(statementLines.fingerprint, fingerprints)));
