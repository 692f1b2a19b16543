import { Temporal } from 'temporal-polyfill';
import { mentorDay, mentorInstant } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { CustomerDeps } from './customer-deps.ts';
import type { AccessOrigin, Entitlement, Package } from './queries/entitlements.ts';
import { putPackage } from './queries/packages.ts';

type SessionGrant = AccessOrigin &
  Pick<
    Package,
    'customerId' | 'startsAt' | 'granted' | 'sessionTypeId' | 'sessionType' | 'sessionMinutes'
  > & {
    /** In the mentor’s calendar; null without an end. */
    validMonths: number | null;
    /** When they end at the latest; null without such an end. */
    latestEnd?: Date | null;
    /** Why the mentor gives them. */
    endsReason?: string;
  };

/**
 * Gives a customer sessions to book, once for each origin: repeated, it only takes back a revocation. They can be
 * booked until the end of the last day, `validMonths` after `startsAt`.
 */
export async function grantSessions(
  { now, readSettings }: Pick<CustomerDeps, 'now' | 'readSettings'>,
  transaction: Transaction,
  { validMonths, latestEnd = null, ...grant }: SessionGrant,
): Promise<Entitlement> {
  const { booking: clock } = await readSettings();
  const lastDay =
    validMonths === null
      ? null
      : Temporal.PlainDate.from(mentorDay(grant.startsAt, clock)).add({ months: validMonths });
  const end = lastDay && mentorInstant(lastDay.add({ days: 1 }).toString(), '00:00', clock);
  const endsAt = end && latestEnd && latestEnd < end ? latestEnd : (end ?? latestEnd);
  return putPackage(transaction, { ...grant, createdAt: now(), endsAt });
}
