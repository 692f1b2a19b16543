import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { shapeOfSession, windowOfSession } from '#features/availability/server/index.ts';
import {
  type BookingDeps,
  bookIncluded,
  findLastOfPackage,
  type IncludedSession,
} from '#features/booking/server/index.ts';
import { toAccessState } from '#features/customers/rules/index.ts';
import { type Customer, listPackages, type UsedPackage } from '#features/customers/server/index.ts';
import type { LibraryPackage, PackagePage } from '#features/library/rules/library-page.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import { enterLibrary, findQuestion } from './enter-library.ts';
import type { Entered } from './find-library.ts';
import type { LibraryDeps } from './library-deps.ts';

interface Owned {
  customer: Customer;
  /** Of the library’s link. */
  token: string;
}

const toListed = (found: UsedPackage, token: string, now: Date): LibraryPackage => ({
  id: found.id,
  title: found.sessionType,
  granted: found.granted,
  left: found.left,
  state: toAccessState(found, now),
  endsAt: found.endsAt?.toISOString() ?? null,
  path: `/library/${token}/sessions/${found.id}`,
});

/** Lists the packages of a customer, oldest first. */
export async function listOwnPackages(
  { db, now }: Pick<LibraryDeps, 'db' | 'now'>,
  { customer, token }: Owned,
): Promise<LibraryPackage[]> {
  const own = await listPackages(db, eq(entitlements.customerId, customer.id));
  return own.map((found) => toListed(found, token, now()));
}

interface PackageAddress {
  token: string;
  packageId: string;
}

/** Returns the page that books a session of a package, or undefined if the link leads nowhere. */
export async function findPackagePage(
  deps: LibraryDeps,
  { token, packageId }: PackageAddress,
  visitor: Pick<Visitor, 'headers'>,
): Promise<Entered<PackagePage> | undefined> {
  const entry = await enterLibrary(deps, token, visitor);
  if (!entry) return undefined;
  const { customer, cookies } = entry;
  if (!entry.isOpen) return { cookies, content: { question: findQuestion(customer) } };
  const isThis = and(eq(entitlements.id, packageId), eq(entitlements.customerId, customer.id));
  const [found] = await listPackages(deps.db, isThis);
  if (!found) return undefined;
  const settings = await deps.readSettings();
  const last = await findLastOfPackage(deps.db, found.id);
  const { name, email, phone } = customer;
  return {
    cookies,
    content: {
      page: {
        sold: toListed(found, token, deps.now()),
        bookingId: randomUUID(),
        client: { name, email, phone },
        session: { ...shapeOfSession(found, settings.offers), ...windowOfSession(found, settings) },
        meetingType: last?.meetingType ?? null,
        timeZone: findTimeZone(last?.timeZone),
      },
    },
  };
}

/** Books a session of a package for the customer of a link. Throws 404, and as `bookIncluded` does. */
export async function bookOfPackage(
  deps: LibraryDeps & BookingDeps,
  { token, ...asked }: IncludedSession & PackageAddress,
  visitor: Pick<Visitor, 'headers'> & Caller,
): Promise<string> {
  const entry = await enterLibrary(deps, token, visitor);
  if (!entry?.isOpen) throw recordNotFound();
  await bookIncluded(deps, { ...asked, customer: entry.customer }, visitor);
  return deps.manageLinks.toPath(asked.id);
}
