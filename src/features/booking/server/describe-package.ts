import { eq } from 'drizzle-orm';
import type { Booking } from '#features/availability/server/index.ts';
import { describeSessionsLeft } from '#features/customers/rules/index.ts';
import { listPackages } from '#features/customers/server/index.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';

/** Returns what is left of the package that a booking belongs to; null without one. */
export async function describePackage(
  { readSettings }: Pick<SiteDeps, 'readSettings'>,
  db: Executor,
  {
    entitlementId,
    returnedAt,
    cancelledAt,
  }: Pick<Booking, 'entitlementId' | 'returnedAt' | 'cancelledAt'>,
): Promise<string | null> {
  if (entitlementId === null) return null;
  const [found] = await listPackages(db, eq(entitlements.id, entitlementId));
  if (!found) return null;
  const { timeZone } = (await readSettings()).booking;
  const rest = describeSessionsLeft(found, timeZone);
  if (returnedAt) return `This session went back to the package. ${rest}`;
  return cancelledAt ? `This session counts as used. ${rest}` : rest;
}
