import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { orders, paymentDisputes, payments } from '#platform/db/schema/order-schema.ts';

/** Stores what a provider says about a dispute. A resolved one is not opened again by a late event. Returns the row. */
export const storeDispute = (
  transaction: Transaction,
  { resolvedAt, dueAt, ...dispute }: typeof paymentDisputes.$inferInsert,
) =>
  first(
    transaction
      .insert(paymentDisputes)
      .values({ ...dispute, dueAt, resolvedAt })
      .onConflictDoUpdate({
        target: [paymentDisputes.paymentId, paymentDisputes.providerDisputeId],
        set: {
          dueAt: sql`coalesce(excluded.due_at, ${paymentDisputes.dueAt})`,
          resolvedAt: sql`coalesce(${paymentDisputes.resolvedAt}, excluded.resolved_at)`,
        },
      })
      .returning(),
  );

/** Lists the open disputes, the most urgent first: of all orders, or of one. */
export const listOpenDisputes = (db: Executor, { orderId }: { orderId?: string } = {}) =>
  db
    .select({
      id: paymentDisputes.id,
      orderId: orders.id,
      reference: orders.reference,
      provider: payments.provider,
      amountCents: payments.amountCents,
      isTest: payments.isTest,
      dueAt: paymentDisputes.dueAt,
    })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(isNull(paymentDisputes.resolvedAt), orderId ? eq(orders.id, orderId) : undefined))
    .orderBy(asc(paymentDisputes.dueAt), asc(paymentDisputes.id))
    .limit(100);
