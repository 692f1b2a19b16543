import { inArray } from 'drizzle-orm';
import type { Booking } from '#features/availability/server/index.ts';
import { describeSessionsLeft, toAccessState, toLastDay } from '#features/customers/rules/index.ts';
import { listPackages, type UsedPackage } from '#features/customers/server/index.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';

type OfPackage = Pick<Booking, 'entitlementId' | 'returnedAt' | 'cancelledAt'>;

type DescribeDeps = Pick<SiteDeps, 'readSettings' | 'now'>;

/** Returns a function that describes the packages of these bookings. */
export async function describePackages(
  { readSettings, now }: DescribeDeps,
  db: Executor,
  bookings: readonly OfPackage[],
): Promise<(booking: OfPackage) => string | null> {
  const ids = new Set(bookings.flatMap(({ entitlementId }) => entitlementId ?? []));
  const found = ids.size > 0 ? await listPackages(db, inArray(entitlements.id, [...ids])) : [];
  const { timeZone } = (await readSettings()).booking;

  function describeRest(sold: UsedPackage): string {
    const state = toAccessState(sold, now());
    if (state === 'taken') return 'The package was taken back.';
    if (state === 'ended' && sold.endsAt)
      return `The package ended on ${toLastDay(sold.endsAt, timeZone)}.`;
    return describeSessionsLeft(sold, timeZone);
  }

  return ({ entitlementId, returnedAt, cancelledAt }) => {
    const sold = found.find(({ id }) => id === entitlementId);
    if (!sold) return null;
    const rest = describeRest(sold);
    if (returnedAt) return `This session went back to the package. ${rest}`;
    return cancelledAt ? `This session counts as used. ${rest}` : rest;
  };
}

/** Returns what is left of the package that a booking belongs to; null without one. */
export const describePackage = async (deps: DescribeDeps, db: Executor, booking: OfPackage) =>
  (await describePackages(deps, db, [booking]))(booking);
