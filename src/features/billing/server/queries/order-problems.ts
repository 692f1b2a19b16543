import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from 'drizzle-orm';
import { hasTestMoney } from '#features/payments/server/index.ts';
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
    .select({
      refund: refunds,
      orderId: orders.id,
      reference: orders.reference,
      isTest: payments.isTest,
      leftCents: sql<number>`${payments.amountCents} - ${payments.refundedCents}`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      or(
        eq(refunds.state, 'unknown'),
        // The message of one that failed is cleared once the mentor has dealt with it.
        isNotNull(refunds.message),
        and(eq(refunds.state, 'sent'), lt(refunds.createdAt, sentBefore)),
      ),
    )
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(maxListed);

const isRefunding = sql`exists (select from ${refunds} where ${refunds.paymentId} = paid.id and ${refunds.state} in ('sent', 'unknown'))`;

const ofOrder = sql`select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} join ${payments} as paid on paid.id = ${refunds.paymentId} where paid.order_id = ${orders.id} and not paid.is_unplaced and ${refunds.state} in ('sent', 'unknown')`;

/** Matches a payment that is allocated to an order. */
const isAllocated = sql`paid.order_id = ${orders.id} and not paid.is_unplaced and paid.undone_at is null`;

/** Matches a payment of which nothing was sent back or is on its way. */
const isUntouched = sql`paid.refunded_cents = 0 and not ${isRefunding}`;

/** The allocated payment to refund next: one that was not refunded yet comes first. */
const nextToRefund = sql<string>`(select paid.id from ${payments} as paid where ${isAllocated} and paid.refunded_cents < paid.amount_cents order by (${isUntouched}) desc, paid.received_at, paid.id limit 1)`;

/**
 * Lists the paid sessions that were cancelled, newest first, while their client waits for a refund or another
 * time: until each of their payments is refunded, or the session is booked again.
 */
export function listCancelledSessions(db: Executor) {
  const settlement = sql<Settlement>`${bookings.changes} -> -1 -> 'settlement'`;
  return db
    .select({
      orderId: orders.id,
      reference: orders.reference,
      name: orders.name,
      isTest: hasTestMoney.as('has_test_money'),
      paymentId: nextToRefund.as('next_to_refund'),
      settlement,
      /** Null if the booking is in the trash. */
      bookingId: sql<
        string | null
      >`case when ${bookings.deletedAt} is null then ${bookings.id} end`.as('rebookable_id'),
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.bookingId))
    .where(
      and(
        isNotNull(bookings.cancelledAt),
        gt(orders.paidCents, 0),
        sql`${settlement} ->> 'outcome' <> 'nothing'`,
        sql`${nextToRefund} is not null`,
        or(
          sql`(${settlement} ->> 'cents')::int = ${orders.paidCents} - ${orders.refundedCents} - (${ofOrder})`,
          sql`exists (select from ${payments} as paid where ${isAllocated} and ${isUntouched}) and exists (select from ${payments} as paid where ${isAllocated} and not (${isUntouched}))`,
        ),
      ),
    )
    .orderBy(desc(bookings.cancelledAt), desc(orders.id))
    .limit(maxListed);
}

/**
 * Lists the orders that were cancelled with part payments, newest first, where no cancelled session says what
 * happens to the money: their booking was deleted.
 */
export const listCancelledParts = (db: Executor) =>
  db
    .select({
      orderId: orders.id,
      reference: orders.reference,
      name: orders.name,
      paidCents: orders.paidCents,
      isTest: hasTestMoney.as('has_test_money'),
      paymentId: nextToRefund.as('next_to_refund'),
    })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'cancelled'),
        gt(orders.paidCents, 0),
        sql`not exists (select from ${bookings} where ${bookings.id} = ${orders.bookingId} and ${bookings.cancelledAt} is not null and ${bookings.changes} -> -1 -> 'settlement' is not null)`,
        sql`not exists (select from ${payments} as paid where ${isAllocated} and ${isRefunding})`,
      ),
    )
    .orderBy(desc(orders.cancelledAt), desc(orders.id))
    .limit(maxListed);

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
