import { inArray } from 'drizzle-orm';
import type { DeskRecords } from '#features/admin/server/demo-desk.ts';
import type { Executor } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import {
  documents,
  orders,
  paymentProofs,
  payments,
  refunds,
  statementLines,
} from '#platform/db/schema/order-schema.ts';

const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

/**
 * Adds the samples that are missing, except bookings at a time that is taken and orders whose
 * reference is. Returns how many it added.
 */
export async function addDeskSamples(db: Executor, records: DeskRecords): Promise<number> {
  const added = [
    ...(await db.insert(leads).values(records.leads).onConflictDoNothing().returning()),
    ...(await db.insert(bookings).values(records.bookings).onConflictDoNothing().returning()),
  ];
  const placed = await db.insert(orders).values(records.orders).onConflictDoNothing().returning();
  const ids = new Set(idsOf(placed));
  const paid = records.payments.filter(({ orderId }) => ids.has(orderId));
  if (paid.length > 0) await db.insert(payments).values(paid);
  const sentBack = records.refunds.filter(({ paymentId }) => idsOf(paid).includes(paymentId));
  if (sentBack.length > 0) await db.insert(refunds).values(sentBack);
  return added.length + placed.length;
}

/** Deletes the samples, and what was added to them. Returns how many it deleted. */
export async function deleteDeskSamples(db: Executor, records: DeskRecords): Promise<number> {
  const orderIds = idsOf(records.orders);
  const paid = await db.select().from(payments).where(inArray(payments.orderId, orderIds));
  await db.delete(refunds).where(inArray(refunds.paymentId, idsOf(paid)));
  for (const table of [payments, documents, paymentProofs, statementLines])
    await db.delete(table).where(inArray(table.orderId, orderIds));
  let deleted = 0;
  for (const [table, ids] of [
    [orders, orderIds],
    [bookings, idsOf(records.bookings)],
    [leads, idsOf(records.leads)],
  ] as const) {
    const { rowCount } = await db.delete(table).where(inArray(table.id, ids));
    deleted += rowCount ?? 0;
  }
  return deleted;
}
