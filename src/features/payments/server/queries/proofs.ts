import { and, asc, eq, sql } from 'drizzle-orm';
import { type Executor, first } from '#platform/db/executor.ts';
import { orders, paymentProofs } from '#platform/db/schema/order-schema.ts';

export type Proof = typeof paymentProofs.$inferSelect;

export const insertProof = (db: Executor, proof: Omit<Proof, 'createdAt'> & { createdAt: Date }) =>
  db.insert(paymentProofs).values(proof);

export const countProofs = (db: Executor, orderId: string): Promise<number> =>
  db.$count(paymentProofs, eq(paymentProofs.orderId, orderId));

/** Returns the proofs of an order, oldest first. */
export const listProofs = (db: Executor, orderId: string): Promise<Proof[]> =>
  db
    .select()
    .from(paymentProofs)
    .where(eq(paymentProofs.orderId, orderId))
    .orderBy(asc(paymentProofs.createdAt), asc(paymentProofs.id));

/** Returns a proof with the reference of its order, if there is one with this id. */
export const findProof = (db: Executor, { orderId, id }: { orderId: string; id: string }) =>
  first(
    db
      .select({ path: paymentProofs.path, size: paymentProofs.size, reference: orders.reference })
      .from(paymentProofs)
      .innerJoin(orders, eq(orders.id, paymentProofs.orderId))
      .where(and(eq(paymentProofs.id, id), eq(paymentProofs.orderId, orderId))),
  );

/** Deletes the proofs of orders that were settled before an instant. The upload sweep deletes their files. */
export async function deleteOldProofs(db: Executor, before: Date): Promise<number> {
  const settledAt = sql`coalesce(${orders.cancelledAt}, ${orders.paidAt}, ${orders.expiresAt})`;
  const { rowCount } = await db.execute(
    sql`delete from ${paymentProofs} using ${orders} where ${paymentProofs.orderId} = ${orders.id} and ${orders.state} <> 'awaiting' and greatest(${settledAt}, ${paymentProofs.createdAt}) < ${before.toISOString()}`,
  );
  return rowCount ?? 0;
}
