import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { usedSessions } from './access-list.ts';
import type { AccessOrigin, Entitlement, Package } from './entitlements.ts';

/** A package with how many of its sessions are booked or were taken, and how many are left. */
export type UsedPackage = Package & { used: number; left: number };

const isPackage = (row: Entitlement): row is Package => row.granted !== null;

/** Returns the packages that match, oldest first. */
export async function listPackages(db: Executor, where: SQL | undefined): Promise<UsedPackage[]> {
  const rows = await db
    .select({ row: entitlements, used: usedSessions })
    .from(entitlements)
    .where(and(isNotNull(entitlements.granted), where))
    .orderBy(asc(entitlements.createdAt), asc(entitlements.id));
  return rows.flatMap(({ row, used }) =>
    isPackage(row) ? { ...row, used, left: Math.max(row.granted - used, 0) } : [],
  );
}

/** Returns the packages that an order, a press or a row gave. */
export const listPackagesFrom = (db: Executor, { source, sourceId }: AccessOrigin) =>
  listPackages(db, and(eq(entitlements.source, source), eq(entitlements.sourceId, sourceId)));

/** Inserts a package, or opens the one of the same origin again if it was taken back. Returns it. */
export async function putPackage(
  transaction: Transaction,
  terms: Omit<
    Package,
    'id' | 'courseId' | 'spent' | 'version' | 'endsReason' | 'revokedAt' | 'revokedReason'
  > & { endsReason?: string },
): Promise<Entitlement> {
  const row = await first(
    transaction
      .insert(entitlements)
      .values(terms)
      .onConflictDoUpdate({
        target: [entitlements.source, entitlements.sourceId],
        targetWhere: sql`granted is not null`,
        set: { revokedAt: null, revokedReason: null, version: sql`${entitlements.version} + 1` },
      })
      .returning(),
  );
  if (!row) throw new Error('The database returned no package');
  return row;
}

/** Returns a package of a customer, locked until the transaction ends. */
export async function findLockedPackage(
  transaction: Transaction,
  { id, customerId }: { id: string; customerId: string },
): Promise<UsedPackage | undefined> {
  const isThis = and(eq(entitlements.id, id), eq(entitlements.customerId, customerId));
  await transaction.select({ id: entitlements.id }).from(entitlements).where(isThis).for('update');
  return (await listPackages(transaction, isThis))[0];
}
