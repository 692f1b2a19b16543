import { toAccessEnd } from '#features/customers/rules/access.ts';
import type { Transaction } from '#platform/db/executor.ts';
import {
  type AccessOrigin,
  type Entitlement,
  findAccessDays,
  listEntitlementsFrom,
  moveStart,
  putEntitlement,
} from './queries/entitlements.ts';

interface Grant extends AccessOrigin {
  customerId: string;
  courseId: string;
  createdAt: Date;
  startsAt: Date;
  /** Replaces the end that the course asks for, if it is earlier. */
  latestEnd?: Date;
}

/**
 * Gives a customer access to a course, once for each origin: repeated, it only takes back a revocation. Returns
 * undefined if the course no longer exists.
 */
export async function grantAccess(
  transaction: Transaction,
  { latestEnd, ...grant }: Grant,
): Promise<Entitlement | undefined> {
  const days = await findAccessDays(transaction, grant.courseId);
  if (days === undefined) return undefined;
  const end = toAccessEnd(grant.startsAt, days);
  const endsAt = latestEnd && (end === null || latestEnd < end) ? latestEnd : end;
  return putEntitlement(transaction, { ...grant, endsAt });
}

/** Opens now what an order gave and what would open later, for as long as before. */
export async function openAccessNow(
  transaction: Transaction,
  orderId: string,
  now: Date,
): Promise<void> {
  const given = await listEntitlementsFrom(transaction, { source: 'order', sourceId: orderId });
  for (const { id, startsAt, endsAt } of given) {
    if (startsAt <= now) continue;
    const end = endsAt && new Date(+now + +endsAt - +startsAt);
    await moveStart(transaction, id, { startsAt: now, endsAt: end });
  }
}
