import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from 'drizzle-orm';
import { changesOne, type Executor } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import {
  orders,
  paymentNotifications,
  payments,
  refunds,
  unrestoredPayments,
} from '#platform/db/schema/order-schema.ts';
import type { Settlement } from '#rules/cancellation.ts';
import { maxListed } from './order-list.ts';

/** Lists the notifications that were refused since `refusedSince`, and those that a provider did not confirm immediately. */
export async function listProblemNotifications(
  db: Executor,
  { refusedSince, pendingBefore }: { refusedSince: Date; pendingBefore: Date },
) {
  const { state, receivedAt, settledAt, id, attempts } = paymentNotifications;
  const list = (where: ReturnType<typeof and>) =>
    db
      .select()
      .from(paymentNotifications)
      .where(where)
      .orderBy(desc(receivedAt), desc(id))
      .limit(maxListed);
  return {
    refused: await list(and(eq(state, 'refused'), gte(settledAt, refusedSince))),
    unconfirmed: await list(
      and(eq(state, 'pending'), or(gt(attempts, 0), lt(receivedAt, pendingBefore))),
    ),
  };
}

/** Lists the refunds that need the mentor's attention, newest first, also those that are on their way since before `sentBefore`. */
export const listProblemRefunds = (db: Executor, { sentBefore }: { sentBefore: Date }) =>
  db
    .select({ refund: refunds, orderId: orders.id, reference: orders.reference })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      or(
        inArray(refunds.state, ['unknown', 'failed']),
        isNotNull(refunds.message),
        and(eq(refunds.state, 'sent'), lt(refunds.createdAt, sentBefore)),
      ),
    )
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(maxListed);

const ofOrder = sql`select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} join ${payments} as paid on paid.id = ${refunds.paymentId} where paid.order_id = ${orders.id} and not paid.is_unplaced and ${refunds.state} in ('sent', 'unknown')`;

/**
 * Lists the paid sessions that were cancelled, newest first, while their client waits for a refund or another
 * time: until money is refunded, or the session is booked again.
 */
export function listCancelledSessions(db: Executor) {
  const settlement = sql<Settlement>`${bookings.changes} -> -1 -> 'settlement'`;
  return db
    .select({
      orderId: orders.id,
      reference: orders.reference,
      name: orders.name,
      paymentId: payments.id,
      settlement,
      /** Null if the booking is in the trash. */
      bookingId: sql<
        string | null
      >`case when ${bookings.deletedAt} is null then ${bookings.id} end`.as('rebookable_id'),
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.bookingId))
    .innerJoin(
      payments,
      and(
        eq(payments.orderId, orders.id),
        eq(payments.isUnallocated, false),
        isNull(payments.undoneAt),
      ),
    )
    .where(
      and(
        isNotNull(bookings.cancelledAt),
        sql`${settlement} ->> 'outcome' <> 'nothing'`,
        sql`(${settlement} ->> 'cents')::int = ${orders.paidCents} - ${orders.refundedCents} - (${ofOrder})`,
      ),
    )
    .orderBy(desc(bookings.cancelledAt), desc(orders.id))
    .limit(maxListed);
}

/**
 * Lists the payments that came after the restored backup and are not there again, oldest first, with
 * the ids of their orders. The mentor has not checked them yet.
 */
export const listUnrestoredPayments = (db: Executor) =>
  db
    .select({ ...getTableColumns(unrestoredPayments), orderId: orders.id })
    .from(unrestoredPayments)
    .leftJoin(orders, eq(orders.reference, unrestoredPayments.orderReference))
    .leftJoin(
      payments,
      and(
        eq(payments.provider, unrestoredPayments.provider),
        eq(payments.providerPaymentId, unrestoredPayments.providerPaymentId),
      ),
    )
    .where(and(isNull(unrestoredPayments.checkedAt), isNull(payments.id)))
    .orderBy(asc(unrestoredPayments.receivedAt), asc(unrestoredPayments.id))
    .limit(maxListed);

/** Records that the mentor has checked such a payment. Returns false if there is none. */
export const checkUnrestoredPayment = (db: Executor, id: string, checkedAt: Date) =>
  changesOne(db.update(unrestoredPayments).set({ checkedAt }).where(eq(unrestoredPayments.id, id)));

/** Sums the payments and refunds of a span by item, without test money. */
export async function sumMoney(db: Executor, { from, to }: { from: Date; to: Date }) {
  const span = sql`between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz - interval '1 microsecond'`;
  const { rows } = await db.execute<{
    title: string;
    orders: number;
    paidCents: number;
    refundedCents: number;
  }>(sql`
    select title, sum(paid)::int as orders, sum(paid_cents)::float8 as "paidCents",
      sum(refunded_cents)::float8 as "refundedCents"
    from (
      select o.item ->> 'title' as title, 1 as paid, p.amount_cents as paid_cents, 0 as refunded_cents
        from ${payments} p join ${orders} o on o.id = p.order_id
        where p.received_at ${span} and p.undone_at is null and not p.is_unplaced and not p.is_test
      union all
      select o.item ->> 'title', 0, 0, r.amount_cents
        from ${refunds} r join ${payments} p on p.id = r.payment_id join ${orders} o on o.id = p.order_id
        where coalesce(r.booked_at, r.created_at) ${span} and r.state in ('done', 'by-hand') and not p.is_unplaced and not p.is_test
    ) as moves group by title order by "paidCents" desc, title`);
  return rows;
}
