import { and, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { orders } from '#platform/db/schema/order-schema.ts';

export type Order = typeof orders.$inferSelect;
type NewOrder = Omit<typeof orders.$inferInsert, 'state' | 'version'> & { reference: string };

/** Inserts an order unless its reference, lead or booking has one; waits for a concurrent insert. Returns the row, or undefined. */
export const insertOrder = (db: Executor, order: NewOrder) =>
  first(db.insert(orders).values(order).onConflictDoNothing().returning());

/** The lead or booking of an order. */
export type OrderOwner = { leadId: string } | { bookingId: string };

const isOf = (of: OrderOwner): SQL =>
  'leadId' in of ? eq(orders.leadId, of.leadId) : eq(orders.bookingId, of.bookingId);

/** Returns the order of a lead or a booking, if there is one. */
export const findOrderOf = (db: Executor, of: OrderOwner) =>
  first(db.select().from(orders).where(isOf(of)));

/** Returns the order with this id, if there is one. */
export const findOrder = (db: Executor, id: string) =>
  first(db.select().from(orders).where(eq(orders.id, id)));

/** Returns an order, locked until the transaction ends. */
export const lockOrder = (transaction: Transaction, id: string) =>
  first(transaction.select().from(orders).where(eq(orders.id, id)).for('update'));

/** Returns the order with this reference, locked until the transaction ends. */
export const lockOrderByReference = (transaction: Transaction, reference: string) =>
  first(transaction.select().from(orders).where(eq(orders.reference, reference)).for('update'));

/** Returns the order of a lead or a booking, locked until the transaction ends. */
export const lockOrderOf = (transaction: Transaction, of: OrderOwner) =>
  first(transaction.select().from(orders).where(isOf(of)).for('update'));

/** Changes a locked order and returns it. */
export async function updateOrder(
  transaction: Transaction,
  id: string,
  change: Partial<
    Pick<
      Order,
      | 'state'
      | 'paidCents'
      | 'refundedCents'
      | 'paidAt'
      | 'cancelledAt'
      | 'expiresAt'
      | 'startNowAt'
      | 'saidPaidAt'
      | 'isTest'
      | 'buyerName'
      | 'buyerCompany'
      | 'buyerAddress'
      | 'buyerVatNumber'
    >
  >,
): Promise<Order> {
  const changed = await first(
    transaction
      .update(orders)
      .set({ ...change, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, id))
      .returning(),
  );
  if (!changed) throw new Error('There is no such order');
  return changed;
}

/** Expires the orders whose time to pay is over. Returns their number. */
export async function expireOrders(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(orders)
    .set({ state: 'expired', version: sql`${orders.version} + 1` })
    .where(
      and(eq(orders.state, 'awaiting'), isNotNull(orders.expiresAt), lt(orders.expiresAt, now)),
    );
  return rowCount ?? 0;
}
