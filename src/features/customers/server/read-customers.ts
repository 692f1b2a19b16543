import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { AccessParam, CustomerQuery } from '#features/customers/rules/access-request.ts';
import { manyBrowsers, toAccessState } from '#features/customers/rules/access-state.ts';
import { mentorDay } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import type { CustomerDeps } from './customer-deps.ts';
import {
  countBrowsers,
  countByCourse,
  listCustomerRows,
  listGiven,
  listProgress,
} from './queries/access-list.ts';
import { findCustomer } from './queries/customers.ts';

type ReadingDeps = Pick<CustomerDeps, 'now' | 'readSettings'>;

/** What customers were given, as the mentor reads it: with its state, its days and the progress. */
export type GivenAccess = Awaited<ReturnType<typeof readAccess>>[number];

/** Returns what matches, oldest first. */
export async function readAccess(deps: ReadingDeps, db: Executor, where: SQL | undefined) {
  const at = deps.now();
  const { booking } = await deps.readSettings();
  const given = await listGiven(db, where);
  const progress = await listProgress(db, {
    customerIds: [...new Set(given.map(({ access }) => access.customerId))],
    courseIds: [...new Set(given.flatMap(({ access }) => access.courseId ?? []))],
    at,
  });
  const toDay = (instant: Date) => mentorDay(instant, booking);
  return given.map(({ access: { createdAt: _, spent: __, ...access }, title, used }) => {
    const own = progress.find(
      (one) => one.customerId === access.customerId && one.courseId === access.courseId,
    );
    const { lessons = 0, opened = 0, seconds = 0, watchedSeconds = 0 } = own ?? {};
    return {
      ...access,
      title,
      state: toAccessState(access, at),
      startsOn: toDay(access.startsAt),
      /** The last day: the end itself is not included. */
      endsOn: access.endsAt && toDay(new Date(+access.endsAt - 1)),
      takenOn: access.revokedAt && toDay(access.revokedAt),
      progress: { lessons, opened, seconds, watchedSeconds },
      /** How many sessions it has, and how many of them are booked; null for a course. */
      sessions: access.granted === null ? null : { granted: access.granted, used },
    };
  });
}

/** Returns an access of a customer, if there is one. */
export const readAccessOf = async (
  deps: ReadingDeps,
  db: Executor,
  { id, access }: AccessParam,
): Promise<GivenAccess | undefined> => {
  const where = and(eq(entitlements.id, access), eq(entitlements.customerId, id));
  return (await readAccess(deps, db, where))[0];
};

/** Returns what orders opened for their customers. */
export const readOrderAccess = (deps: ReadingDeps, db: Executor, orderIds: string[]) =>
  readAccess(
    deps,
    db,
    and(eq(entitlements.source, 'order'), inArray(entitlements.sourceId, orderIds)),
  );

/** Returns one page of the customers with what they were given, newest first. */
export async function listCustomers(deps: CustomerDeps, query: CustomerQuery) {
  const { items, next_cursor } = await listCustomerRows(deps.db, query);
  const access = await readAccess(
    deps,
    deps.db,
    and(
      inArray(
        entitlements.customerId,
        items.map(({ id }) => id),
      ),
      query.course === undefined ? undefined : eq(entitlements.courseId, query.course),
    ),
  );
  return {
    next_cursor,
    items: items.map((customer) => ({
      ...customer,
      access: access.filter(({ customerId }) => customerId === customer.id),
    })),
  };
}

/** Counts the customers of each course. */
export const countCustomers = ({ db, now }: CustomerDeps) => countByCourse(db, now());

const weekMs = 7 * 86_400_000;

/** Returns a customer with what they were given and the private link to the library. Throws 404. */
export async function getCustomer(deps: CustomerDeps, { id }: { id: string }) {
  const { db, libraryLinks } = deps;
  const customer = await findCustomer(db, id);
  if (!customer) throw recordNotFound();
  const { calendar } = await deps.readSettings();
  const { linkVersion: _, ...shown } = customer;
  const browsers = await countBrowsers(db, id, new Date(+deps.now() - weekMs));
  return {
    ...shown,
    href: new URL(libraryLinks.toPath(customer), calendar.siteUrl).href,
    /** How many browsers have opened the link within a week, if they are many. */
    browsers: browsers > manyBrowsers ? browsers : null,
    access: await readAccess(deps, db, eq(entitlements.customerId, id)),
  };
}
