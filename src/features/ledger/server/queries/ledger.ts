import { and, asc, eq, gte, or, sql } from 'drizzle-orm';
import type { LedgerEntries } from '#features/ledger/server/ledger.ts';
import { findSetting, putSetting } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import {
  documentSeries,
  orders,
  payments,
  unrestoredPayments,
} from '#platform/db/schema/order-schema.ts';

const restoreKey = 'restored';

/** The last restore of this database. */
interface Restore {
  id: string;
  /** When the restored backup was made. ISO 8601 in UTC. */
  backupMadeAt: string;
}

/** Returns the last restore of this database, if there was one. */
export async function findRestore(db: Executor): Promise<Restore | undefined> {
  const text = await findSetting(db, restoreKey);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Records that a backup was restored. */
export const recordRestore = (db: Executor, restore: Restore) =>
  putSetting(db, restoreKey, JSON.stringify(restore));

/**
 * Returns the last numbers, and the payments since an instant. Those from bank statements are all returned,
 * because they have the bank's date, which is earlier. Test money is left out.
 */
export async function readEntries(db: Executor, since: Date): Promise<LedgerEntries> {
  const { provider, providerPaymentId, amountCents, receivedAt } = payments;
  return {
    numbers: await db.select().from(documentSeries),
    payments: await db
      .select({
        provider,
        providerPaymentId,
        orderReference: orders.reference,
        amountCents,
        receivedAt,
      })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(or(gte(receivedAt, since), eq(provider, 'bank')), eq(payments.isTest, false)))
      .orderBy(asc(receivedAt)),
  };
}

/**
 * Makes a restored database continue after these entries: numbers go on from the last ones, and the
 * payments that it does not have are listed for the mentor. Returns how many.
 */
export async function applyEntries(
  db: Executor,
  { numbers, payments: known }: LedgerEntries,
  backupMadeAt: Date,
): Promise<number> {
  for (const number of numbers) {
    await db
      .insert(documentSeries)
      .values(number)
      .onConflictDoUpdate({
        target: [documentSeries.series, documentSeries.year],
        set: { lastNumber: sql`greatest(${documentSeries.lastNumber}, excluded.last_number)` },
      });
  }
  const restored = await db
    .select({ provider: payments.provider, providerPaymentId: payments.providerPaymentId })
    .from(payments);
  const names = new Set(restored.map((one) => `${one.provider} ${one.providerPaymentId}`));
  const missing = known.filter((one) => !names.has(`${one.provider} ${one.providerPaymentId}`));
  for (const payment of missing) {
    await db
      .insert(unrestoredPayments)
      .values({ ...payment, backupMadeAt })
      .onConflictDoNothing();
  }
  return missing.length;
}
