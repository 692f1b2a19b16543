import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { RefundState } from '#features/payments/rules/payment-states.ts';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { orders, payments, refunds, statementLines } from '#platform/db/schema/order-schema.ts';

export type Payment = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
export type Refund = typeof refunds.$inferSelect;

/** Inserts a payment. Waits for a concurrent insert, and returns undefined if the provider's id exists. */
export const insertPayment = (transaction: Transaction, payment: NewPayment) =>
  first(transaction.insert(payments).values(payment).onConflictDoNothing().returning());

/** Returns the payment with a provider's id. */
export const findPaymentBy = (
  db: Executor,
  { provider, providerPaymentId }: Pick<Payment, 'provider' | 'providerPaymentId'>,
) =>
  first(
    db
      .select()
      .from(payments)
      .where(
        and(eq(payments.provider, provider), eq(payments.providerPaymentId, providerPaymentId)),
      ),
  );

/** Returns the payment with this id, if there is one. */
export const findPayment = (db: Executor, id: string) =>
  first(db.select().from(payments).where(eq(payments.id, id)));

/** Lists the payments of an order, oldest first. */
export const listPaymentsOf = (db: Executor, orderId: string) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.receivedAt), asc(payments.id));

/** Lists the payments that are allocated to an order and were not undone, oldest first. */
export const listAllocatedPayments = async (db: Executor, orderId: string): Promise<Payment[]> =>
  (await listPaymentsOf(db, orderId)).filter(
    ({ isUnallocated, undoneAt }) => !isUnallocated && undoneAt === null,
  );

/** Matches an unallocated payment of an order's full amount that was not refunded, not even in part. */
export const isWholeUnallocated = sql`${payments.orderId} = ${orders.id} and ${payments.amountCents} = ${orders.amountCents}
  and ${payments.isUnallocated} and ${payments.undoneAt} is null and ${payments.refundedCents} = 0
  and not exists (select from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${refunds.state} in ('unknown', 'sent'))`;

/** Returns the oldest of these payments of an order, if there is one. */
export const findWholeUnallocated = (db: Executor, { id }: { id: string }) =>
  first(
    db
      .select(getTableColumns(payments))
      .from(payments)
      .innerJoin(orders, and(eq(orders.id, id), isWholeUnallocated))
      .orderBy(asc(payments.receivedAt), asc(payments.id))
      .limit(1),
  );

/** Changes a payment of a locked order. */
export const updatePayment = (
  transaction: Transaction,
  id: string,
  change: Partial<Pick<Payment, 'refundedCents' | 'undoneAt' | 'isUnallocated'>>,
) => transaction.update(payments).set(change).where(eq(payments.id, id));

const sumRefunds = (state: 'sent' | 'unknown') =>
  sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${refunds.state} = ${state})`;

const sentCents = sumRefunds('sent');

/** The largest refund of a payment that failed and that the mentor has not dealt with. */
const failedCents = sql`(select coalesce(max(${refunds.amountCents}), 0) from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${refunds.state} = 'failed' and ${refunds.message} is not null)`;

/** The amount of a payment without its refunds, including those that are on their way. */
const leftCents = sql`${payments.amountCents} - ${payments.refundedCents} - ${sentCents}`;

/** Matches an unallocated payment that is not refunded in full. */
export const isOpenUnallocated = sql`${payments.isUnallocated} and ${payments.undoneAt} is null and ${leftCents} > 0`;

// Nested, because Drizzle leaves out the table of a column directly in the selection of one table.
const isOpenUnallocatedOf = sql`${payments.orderId} = ${orders.id} and ${isOpenUnallocated}`;

/** Matches an order with such a payment. */
export const hasUnallocated = sql<boolean>`exists (select from ${payments} where ${isOpenUnallocatedOf})`;

const isTestMoneyOf = sql`${payments.orderId} = ${orders.id} and ${payments.undoneAt} is null and ${payments.isTest}`;

/** Matches an order with test money. */
export const hasTestMoney = sql<boolean>`exists (select from ${payments} where ${isTestMoneyOf})`;

/**
 * Sums the unallocated money of an order and what was sent back of it, and the refunds of its payments
 * that are on their way, that the provider has not answered yet, or that failed and were not dealt with. Also
 * sums what arrived in all, and what of it is test money.
 */
export async function sumOpenMoney(db: Executor, orderId: string) {
  const sums = await first(
    db
      .select({
        unallocatedCents: sql<number>`coalesce(sum(${leftCents}) filter (where ${isOpenUnallocated}), 0)::int`,
        returnedCents: sql<number>`coalesce(sum(${payments.refundedCents}) filter (where ${payments.isUnallocated}), 0)::int`,
        sentCents: sql<number>`coalesce(sum(${sentCents}), 0)::int`,
        askedCents: sql<number>`coalesce(sum(${sumRefunds('unknown')}), 0)::int`,
        failedCents: sql<number>`coalesce(sum(least(${failedCents}, ${leftCents})), 0)::int`,
        receivedCents: sql<number>`coalesce(sum(${payments.amountCents}) filter (where ${payments.undoneAt} is null), 0)::int`,
        testCents: sql<number>`coalesce(sum(${payments.amountCents}) filter (where ${payments.undoneAt} is null and ${payments.isTest}), 0)::int`,
      })
      .from(payments)
      .where(eq(payments.orderId, orderId)),
  );
  return (
    sums ?? {
      unallocatedCents: 0,
      returnedCents: 0,
      sentCents: 0,
      askedCents: 0,
      failedCents: 0,
      receivedCents: 0,
      testCents: 0,
    }
  );
}

/** Inserts a refund. Returns undefined if its id exists. */
export const insertRefund = (transaction: Transaction, refund: typeof refunds.$inferInsert) =>
  first(transaction.insert(refunds).values(refund).onConflictDoNothing().returning());

/** Returns the refund with this id, if there is one. */
export const findRefund = (db: Executor, id: string) =>
  first(db.select().from(refunds).where(eq(refunds.id, id)));

/** Lists the refunds of an order, newest first. */
export const listRefundsOf = (db: Executor, orderId: string) =>
  db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .then((rows) => rows.map(({ refund }) => refund));

/** Records the outcome of a refund. */
export const updateRefund = (
  transaction: Transaction,
  id: string,
  change: {
    state: RefundState;
    providerRefundId?: string | null;
    message?: string | null;
    bookedAt?: Date;
  },
) => transaction.update(refunds).set(change).where(eq(refunds.id, id));

/** Ends the task about a refund that failed, or about all those of a payment. */
export async function clearFailures(
  transaction: Transaction,
  which: { id: string } | { paymentId: string },
): Promise<void> {
  const isMeant = 'id' in which ? eq(refunds.id, which.id) : eq(refunds.paymentId, which.paymentId);
  const isSettled = inArray(refunds.state, ['failed', 'done', 'by-hand']);
  await transaction.update(refunds).set({ message: null }).where(and(isMeant, isSettled));
}

/** Records a line of a statement as booked. Returns whether it is new. */
export const insertStatementLine = async (
  transaction: Transaction,
  line: typeof statementLines.$inferInsert,
): Promise<boolean> =>
  (await transaction.insert(statementLines).values(line).onConflictDoNothing()).rowCount === 1;

/** Deletes a booked line of a statement. */
export const deleteStatementLine = (transaction: Transaction, fingerprint: string) =>
  transaction.delete(statementLines).where(eq(statementLines.fingerprint, fingerprint));
