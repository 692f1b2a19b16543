import { eq } from 'drizzle-orm';
import type { Booking } from '#features/availability/server/index.ts';
import { listPackages } from '#features/customers/server/index.ts';
import { mentorDay, type SiteDeps } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { formatDay } from '#rules/calendar-day.ts';

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
  const { booking: clock } = await readSettings();
  const left = Math.max(found.granted - found.used, 0);
  // The end itself is not included.
  const until = found.endsAt && formatDay(mentorDay(new Date(+found.endsAt - 1), clock));
  const rest =
    left === 0
      ? `All ${found.granted} sessions of the package are booked.`
      : `${left} of ${found.granted} sessions of the package ${left === 1 ? 'is' : 'are'} left${until ? `, to book until ${until}` : ''}.`;
  if (returnedAt) return `This session went back to the package. ${rest}`;
  return cancelledAt ? `This session counts as used. ${rest}` : rest;
}
