import { and, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import {
  documents,
  dues,
  orders,
  paymentDisputes,
  paymentNotifications,
  paymentProofs,
  payments,
  refunds,
  statementLines,
} from '#platform/db/schema/order-schema.ts';

const listIds = async (db: Executor, where: SQL | undefined) => {
  const rows = await db
    .select({ id: orders.id, reference: orders.reference })
    .from(orders)
    .where(where);
  return { ids: rows.map(({ id }) => id), references: rows.map(({ reference }) => reference) };
};

/** Matches notifications about these orders. They may name a reference in any case. */
const isAboutAny = (references: string[]) =>
  inArray(sql`upper(${paymentNotifications.orderReference})`, references);

/** No money ever came for it, and it has no invoice, which the tax law asks to keep. */
const isWithoutMoney = notExists(
  sql`(select from ${payments} where ${payments.orderId} = ${orders.id} union all select from ${documents} where ${documents.orderId} = ${orders.id})`,
);

interface ErasedOrders {
  ids: string[];
  /** The storage paths of files that no row names any more. */
  files: string[];
}

async function deleteProofs(db: Executor, orderIds: string[]): Promise<string[]> {
  const rows = await db
    .delete(paymentProofs)
    .where(inArray(paymentProofs.orderId, orderIds))
    .returning({ path: paymentProofs.path });
  return rows.map(({ path }) => path);
}

/** Deletes orders, with the money, the documents and the proofs that belong to them. */
async function deleteOrders(db: Executor, where: SQL | undefined): Promise<ErasedOrders> {
  const { ids, references } = await listIds(db, where);
  if (ids.length === 0) return { ids, files: [] };
  const files = await deleteProofs(db, ids);
  const paid = db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, ids));
  await db.delete(refunds).where(inArray(refunds.paymentId, paid));
  await db.delete(paymentDisputes).where(inArray(paymentDisputes.paymentId, paid));
  await db.delete(dues).where(inArray(dues.orderId, ids));
  await db.delete(payments).where(inArray(payments.orderId, ids));
  await db.delete(documents).where(inArray(documents.orderId, ids));
  await db.delete(statementLines).where(inArray(statementLines.orderId, ids));
  await db.delete(paymentNotifications).where(isAboutAny(references));
  await db.delete(orders).where(inArray(orders.id, ids));
  return { ids, files };
}

/**
 * Erases who made these orders. Those without money are deleted; of the others the date, number and amount
 * stay, as the tax law asks for. Returns the ids and files of all.
 */
export async function eraseOrders(db: Executor, where: SQL | undefined): Promise<ErasedOrders> {
  const deleted = await deleteOrders(db, and(where, isWithoutMoney));
  const { ids, references } = await listIds(db, where);
  if (ids.length === 0) return deleted;
  const files = await deleteProofs(db, ids);
  const anonymous = {
    name: null,
    email: null,
    phone: null,
    leadId: null,
    bookingId: null,
    buyerName: null,
    buyerCompany: null,
    buyerAddress: null,
    buyerVatNumber: null,
  };
  await db
    .update(orders)
    .set({ ...anonymous, version: sql`${orders.version} + 1` })
    .where(inArray(orders.id, ids));
  const paid = db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, ids));
  await db.update(refunds).set({ note: null }).where(inArray(refunds.paymentId, paid));
  await db.update(payments).set({ note: null }).where(inArray(payments.orderId, ids));
  const buyer = JSON.stringify({ name: 'Erased on request', email: '' });
  await db
    .update(documents)
    .set({
      data: sql`jsonb_set(${documents.data}, '{buyer}', ${buyer}::jsonb) - 'reason' || case when ${documents.kind} = 'credit note' then '{"reason": "Refund"}'::jsonb else '{}'::jsonb end`,
    })
    .where(inArray(documents.orderId, ids));
  await db
    .update(paymentNotifications)
    .set({ body: '', headers: {} })
    .where(isAboutAny(references));
  return { ids: [...deleted.ids, ...ids], files: [...deleted.files, ...files] };
}

/** Deletes the orders that are older than these instants: those with money, and those without. Returns how many. */
export async function deleteOldOrders(
  db: Executor,
  { paidBefore, unpaidBefore }: { paidBefore: Date; unpaidBefore: Date },
): Promise<number> {
  const isMoneyRecent = sql`exists (select from ${documents} where ${documents.orderId} = ${orders.id} and ${documents.issuedAt} >= ${paidBefore.toISOString()}) or exists (select from ${payments} where ${payments.orderId} = ${orders.id} and ${payments.receivedAt} >= ${paidBefore.toISOString()})`;
  const unpaid = await deleteOrders(db, and(lt(orders.createdAt, unpaidBefore), isWithoutMoney));
  const paid = await deleteOrders(
    db,
    and(lt(orders.createdAt, paidBefore), sql`not (${isMoneyRecent})`),
  );
  return unpaid.ids.length + paid.ids.length;
}
