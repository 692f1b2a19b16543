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

/** What an order is found by. */
type OrderKey = { id: string } | { reference: string } | OrderOwner;

function isOrder(which: OrderKey): SQL {
  if ('id' in which) return eq(orders.id, which.id);
  if ('reference' in which) return eq(orders.reference, which.reference);
  if ('leadId' in which) return eq(orders.leadId, which.leadId);
  return eq(orders.bookingId, which.bookingId);
}

/** Returns an order, if there is one. With `lock`, it stays locked until the transaction ends. */
export function findOrder(db: Executor, which: OrderKey): Promise<Order | undefined>;
export function findOrder(
  transaction: Transaction,
  which: OrderKey,
  { lock }: { lock: boolean },
): Promise<Order | undefined>;
export function findOrder(db: Executor, which: OrderKey, { lock = false } = {}) {
  const query = db.select().from(orders).where(isOrder(which));
  return first(lock ? query.for('update') : query);
}

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
      | 'remindedAt'
      | 'startNowAt'
      | 'customerId'
      | 'paymentReportedAt'
      | 'moneyChoice'
      | 'moneyChoiceAt'
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

/** Expires the orders whose time to pay is over and that have no money. Returns their number. */
export async function expireOrders(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(orders)
    .set({ state: 'expired', version: sql`${orders.version} + 1` })
    .where(
      and(
        eq(orders.state, 'awaiting'),
        eq(orders.paidCents, 0),
        isNotNull(orders.expiresAt),
        lt(orders.expiresAt, now),
      ),
    );
  return rowCount ?? 0;
}
