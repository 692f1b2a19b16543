import { asc, eq } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';

export type Entitlement = typeof entitlements.$inferSelect;

/** Returns everything that a customer was given, also what has ended, oldest first. */
export const listEntitlements = (db: Executor, customerId: string): Promise<Entitlement[]> =>
  db.query.entitlements.findMany({
    where: eq(entitlements.customerId, customerId),
    orderBy: [asc(entitlements.createdAt), asc(entitlements.id)],
  });
