import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { isInvoice } from '#features/documents/rules/unpaid-invoice.ts';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { documentSeries, documents } from '#platform/db/schema/order-schema.ts';

export type DocumentRow = typeof documents.$inferSelect;

/** Takes the next number of a series. The next caller waits until this transaction ends. */
export async function takeNumber(
  transaction: Transaction,
  { series, year }: { series: string; year: number },
): Promise<number> {
  const taken = await first(
    transaction
      .insert(documentSeries)
      .values({ series, year, lastNumber: 1 })
      .onConflictDoUpdate({
        target: [documentSeries.series, documentSeries.year],
        set: { lastNumber: sql`${documentSeries.lastNumber} + 1` },
      })
      .returning({ lastNumber: documentSeries.lastNumber }),
  );
  if (!taken) throw new Error('A series has given no number');
  return taken.lastNumber;
}

export const insertDocument = (transaction: Transaction, document: typeof documents.$inferInsert) =>
  transaction.insert(documents).values(document);

/** Lists the documents of an order, in the order of issue. */
export const listDocumentsOf = (db: Executor, orderId: string) =>
  db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.issuedAt), asc(documents.number));

/** Returns the document with this number, if there is one. */
export const findDocument = (db: Executor, number: string) =>
  first(db.select().from(documents).where(eq(documents.number, number)));

/**
 * Returns the invoice that an order got before it was paid, if there is one. A credit note without a payment takes
 * it back.
 */
export async function findOpenInvoice(db: Executor, orderId: string) {
  const all = await listDocumentsOf(db, orderId);
  return all.findLast(
    ({ number, data }) =>
      isInvoice(data) &&
      !all.some((one) => one.data.reversedNumber === number && !one.data.payment),
  );
}

/**
 * Returns the receipt or invoice of a payment, the latest first. Receipts from before payments in parts name
 * none: their order had one payment.
 */
export const findReceipt = (
  db: Executor,
  { orderId, ofPayment }: { orderId: string; ofPayment: string },
) =>
  first(
    db
      .select()
      .from(documents)
      .where(
        and(
          eq(documents.orderId, orderId),
          ne(documents.kind, 'credit note'),
          or(eq(documents.paymentId, ofPayment), isNull(documents.paymentId)),
        ),
      )
      .orderBy(
        sql`${documents.paymentId} nulls last`,
        desc(documents.issuedAt),
        desc(documents.number),
      )
      .limit(1),
  );
