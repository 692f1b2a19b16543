import { and, asc, between, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm';
import { settleDues } from '#features/orders/rules/dues.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { dues, orders } from '#platform/db/schema/order-schema.ts';
import type { Order } from './orders.ts';

/** Lists the stored dues of an order, in their order. An order from before dues has none. */
export const listDues = (db: Executor, orderId: string) =>
  db.select().from(dues).where(eq(dues.orderId, orderId)).orderBy(asc(dues.number));

/** Lists the stored dues of these orders, in their order. */
export const listDuesOf = (db: Executor, orderIds: string[]) =>
  db.select().from(dues).where(inArray(dues.orderId, orderIds)).orderBy(asc(dues.number));

/** Lists the orders that are partly paid and have an open due between two days of the mentor's calendar. */
export const listOrdersDue = (db: Executor, { from, to }: { from: string; to: string }) =>
  db
    .selectDistinctOn([orders.id], getTableColumns(orders))
    .from(orders)
    .innerJoin(dues, eq(dues.orderId, orders.id))
    .where(
      and(
        eq(orders.state, 'awaiting'),
        gt(orders.paidCents, 0),
        between(dues.dueOn, from, to),
        isNull(dues.paidAt),
        isNull(dues.waivedAt),
      ),
    );

/** Inserts the dues of a new order. */
export const insertDues = (
  transaction: Transaction,
  orderId: string,
  list: { amountCents: number; dueOn: string | null }[],
) =>
  transaction
    .insert(dues)
    .values(list.map((due, index) => ({ ...due, orderId, number: index + 1 })));

/** Stores which dues of a locked order its money covers now, and what of them is waived. */
export async function saveDues(transaction: Transaction, order: Order, now: Date): Promise<void> {
  const stored = await listDues(transaction, order.id);
  const values = settleDues(order, stored).map((due) => {
    const before = stored.find(({ number }) => number === due.number);
    const { number, amountCents, dueOn, waivedCents } = due;
    return {
      orderId: order.id,
      number,
      amountCents,
      dueOn,
      waivedCents,
      paidAt: due.state === 'paid' ? (before?.paidAt ?? now) : null,
      waivedAt: waivedCents > 0 ? (before?.waivedAt ?? now) : null,
    };
  });
  await transaction
    .insert(dues)
    .values(values)
    .onConflictDoUpdate({
      target: [dues.orderId, dues.number],
      set: {
        paidAt: sql`excluded.paid_at`,
        waivedCents: sql`excluded.waived_cents`,
        waivedAt: sql`excluded.waived_at`,
      },
    });
}
