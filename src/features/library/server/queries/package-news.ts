import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { isLive } from '#features/availability/server/index.ts';
import { toAccessState } from '#features/customers/rules/index.ts';
import { listPackages, type UsedPackage } from '#features/customers/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { customers, entitlements } from '#platform/db/schema/library-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';

export const packageNews = ['left', 'ending', 'ended'] as const;
/** A session took place, the end is near, or it has come. */
export type PackageNews = (typeof packageNews)[number];

/** An email about a package with sessions that are not booked. */
export interface DueNews {
  news: PackageNews;
  entitlementId: string;
  customerId: string;
  email: string;
  /** The key of the email. */
  mail: string;
}

const dayMs = 86_400_000;
/** How long ago something may have happened that customers still hear about, in milliseconds. */
const newsMs = 2 * dayMs;
/** How long before the end customers hear about it, in milliseconds. */
const endingMs = 30 * dayMs;

/** Lists the emails about packages that are due and were not queued. */
export async function listPackageNews(db: Executor, now: Date): Promise<DueNews[]> {
  const since = new Date(+now - newsMs);
  const list = async (news: PackageNews, about: SQL, isDue: SQL) => {
    const mail = sql<string>`'package:' || entitlements.id || ':' || ${news}::text || ':' || ${about}`;
    const rows = await db
      .selectDistinct({
        mail,
        entitlementId: entitlements.id,
        customerId: customers.id,
        email: sql<string>`${customers.email}`,
      })
      .from(entitlements)
      .innerJoin(customers, eq(customers.id, entitlements.customerId))
      .leftJoin(bookings, and(eq(bookings.entitlementId, entitlements.id), isLive))
      .where(
        and(
          isNotNull(entitlements.granted),
          isNull(entitlements.revokedAt),
          isNotNull(customers.email),
          isDue,
          sql`not exists (select from ${mailDeliveries} where ${mailDeliveries.key} = ${mail})`,
        ),
      );
    return rows.map((row) => ({ ...row, news }));
  };
  const between = (at: SQL, { before = 0 } = {}) =>
    sql`${at} > ${new Date(+since + before).toISOString()} and ${at} <= ${new Date(+now + before).toISOString()}`;
  const endsAt = sql`entitlements.ends_at`;
  const end = sql`extract(epoch from ${endsAt})::bigint`;
  const due = [
    ...(await list(
      'left',
      sql`bookings.id`,
      between(
        sql`bookings.booking_date + coalesce(bookings.session_minutes, 60) * interval '1 minute'`,
      ),
    )),
    ...(await list('ending', end, between(endsAt, { before: endingMs }))),
    ...(await list('ended', end, between(endsAt))),
  ];
  const packages = await Promise.all(due.map((one) => findPackageOf(db, one, now)));
  return due.filter((_, index) => packages[index]);
}

/** Returns the package that an email is about, if it is true at an instant. */
export async function findPackageOf(
  db: Executor,
  { news, entitlementId, customerId }: Pick<DueNews, 'news' | 'entitlementId' | 'customerId'>,
  now: Date,
): Promise<UsedPackage | undefined> {
  const isThis = and(eq(entitlements.id, entitlementId), eq(entitlements.customerId, customerId));
  const [found] = await listPackages(db, isThis);
  const state = news === 'ended' ? 'ended' : 'open';
  return found && found.left > 0 && toAccessState(found, now) === state ? found : undefined;
}
