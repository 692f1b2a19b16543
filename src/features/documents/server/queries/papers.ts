import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { paperSeries, papers } from '#platform/db/schema/order-schema.ts';

export type PaperRow = typeof papers.$inferSelect;

/** Takes the next number of a series. The next caller waits until this transaction ends. */
export async function takeNumber(
  transaction: Transaction,
  { series, year }: { series: string; year: number },
): Promise<number> {
  const taken = await first(
    transaction
      .insert(paperSeries)
      .values({ series, year, lastNumber: 1 })
      .onConflictDoUpdate({
        target: [paperSeries.series, paperSeries.year],
        set: { lastNumber: sql`${paperSeries.lastNumber} + 1` },
      })
      .returning({ lastNumber: paperSeries.lastNumber }),
  );
  if (!taken) throw new Error('A series has given no number');
  return taken.lastNumber;
}

export const insertPaper = (transaction: Transaction, paper: typeof papers.$inferInsert) =>
  transaction.insert(papers).values(paper);

/** Lists the papers of an order, in the order of issue. */
export const listPapersOf = (db: Executor, orderId: string) =>
  db
    .select()
    .from(papers)
    .where(eq(papers.orderId, orderId))
    .orderBy(asc(papers.issuedAt), asc(papers.number));

/** Returns the paper with this number, if there is one. */
export const findPaper = (db: Executor, number: string) =>
  first(db.select().from(papers).where(eq(papers.number, number)));

/** Returns the latest receipt or invoice of an order. */
export const findLastReceipt = (db: Executor, orderId: string) =>
  first(
    db
      .select()
      .from(papers)
      .where(and(eq(papers.orderId, orderId), ne(papers.kind, 'credit note')))
      .orderBy(desc(papers.issuedAt), desc(papers.number))
      .limit(1),
  );
