import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { isLive } from '#features/availability/server/index.ts';
import { mailboxOf } from '#platform/db/columns.ts';
import { type Executor, first } from '#platform/db/executor.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import {
  customers,
  entitlements,
  lessonFiles,
  lessons,
  sections,
} from '#platform/db/schema/library-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';

/** Returns courses by id, also those in the trash: what was bought can be opened. */
export async function findCourses(db: Executor, ids: string[]) {
  const rows = await db
    .select({ id: courses.id, title: courses.title, hasDownloads: courses.hasDownloads })
    .from(courses)
    .where(inArray(courses.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists the orders of a customer, newest first. */
export const listOrdersOf = (db: Executor, customerId: string) =>
  db
    .select({
      id: orders.id,
      reference: orders.reference,
      item: orders.item,
      createdAt: orders.createdAt,
    })
    .from(orders)
    // The link of an order without a name leads nowhere.
    .where(and(eq(orders.customerId, customerId), isNotNull(orders.name)))
    .orderBy(desc(orders.createdAt), desc(orders.id));

/** Lists the live sessions that an email address has booked and that are to come, in order. */
export const listComingSessions = (db: Executor, email: string, now: Date) =>
  db
    .select()
    .from(bookings)
    .where(
      and(
        eq(sql`lower(${bookings.email})`, email.toLowerCase()),
        gt(bookings.startsAt, now),
        isLive,
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));

/** Lists the customers with the same mailbox, oldest first. */
export const listCustomersOf = (db: Executor, email: string, limit: number) =>
  db
    .select()
    .from(customers)
    .where(eq(mailboxOf(sql.raw('email')), mailboxOf(sql`${email}::text`)))
    .orderBy(asc(customers.createdAt), asc(customers.id))
    .limit(limit);

export const findEntitlement = (db: Executor, id: string) =>
  first(
    db
      .select({ terms: entitlements, course: courses.title })
      .from(entitlements)
      .innerJoin(courses, eq(courses.id, entitlements.courseId))
      .where(eq(entitlements.id, id)),
  );

/** Returns a published lesson with the entitlements of a customer to its course, open or not. */
export const listLessonTerms = (db: Executor, customerId: string, lessonId: string) =>
  db
    .select({ lesson: lessons, terms: entitlements })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .innerJoin(entitlements, eq(entitlements.courseId, sections.courseId))
    .where(
      and(
        eq(lessons.id, lessonId),
        eq(entitlements.customerId, customerId),
        isNotNull(lessons.publishedAt),
      ),
    );

/** Returns a file of a published lesson with an entitlement to its course, open or not. */
export const findFileTerms = (
  db: Executor,
  { fileId, entitlementId }: { fileId: string; entitlementId: string },
) =>
  first(
    db
      .select({
        file: lessonFiles,
        lesson: lessons,
        hasDownloads: courses.hasDownloads,
        terms: entitlements,
      })
      .from(lessonFiles)
      .innerJoin(lessons, eq(lessons.id, lessonFiles.lessonId))
      .innerJoin(sections, eq(sections.id, lessons.sectionId))
      .innerJoin(courses, eq(courses.id, sections.courseId))
      .innerJoin(entitlements, eq(entitlements.courseId, sections.courseId))
      .where(
        and(
          eq(lessonFiles.id, fileId),
          eq(entitlements.id, entitlementId),
          isNotNull(lessons.publishedAt),
        ),
      ),
  );

/** The lessons that an entitlement opened after this many days. */
interface Opened {
  entitlementId: string;
  days: number;
}

/**
 * Lists what opened in a span and is still open, if the customer has an address and was not told: a course that
 * opened or got its first lesson after it was given, and lessons that open some days later.
 */
export async function listOpenings(
  db: Executor,
  from: Date,
  to: Date,
): Promise<(Opened & { customer: { id: string; email: string | null } })[]> {
  const opensAt = sql`min(greatest(${entitlements.startsAt} + ${lessons.opensAfterDays} * interval '1 day', ${lessons.publishedAt}))`;
  const key = sql`'library:' || ${customers.id} || ':' || ${entitlements.id} || ':' || ${lessons.opensAfterDays}`;
  return db
    .select({
      entitlementId: entitlements.id,
      days: lessons.opensAfterDays,
      customer: { id: customers.id, email: customers.email },
    })
    .from(entitlements)
    .innerJoin(customers, eq(customers.id, entitlements.customerId))
    .innerJoin(sections, eq(sections.courseId, entitlements.courseId))
    .innerJoin(lessons, eq(lessons.sectionId, sections.id))
    .where(
      and(
        isNotNull(customers.email),
        isNotNull(lessons.publishedAt),
        isNull(entitlements.revokedAt),
        or(isNull(entitlements.endsAt), gt(entitlements.endsAt, to)),
        sql`not exists (select from ${mailDeliveries} where ${mailDeliveries.key} = ${key})`,
      ),
    )
    .groupBy(entitlements.id, lessons.opensAfterDays, customers.id)
    .having(
      and(
        sql`${opensAt} between ${from.toISOString()} and ${to.toISOString()}`,
        or(gt(lessons.opensAfterDays, 0), gt(opensAt, entitlements.createdAt)),
      ),
    );
}

/** Returns the titles of the published lessons that an entitlement opened after this many days, in their order. */
export async function listOpenedTitles(
  db: Executor,
  { entitlementId, days }: Opened,
): Promise<string[]> {
  const rows = await db
    .select({ title: lessons.title })
    .from(entitlements)
    .innerJoin(sections, eq(sections.courseId, entitlements.courseId))
    .innerJoin(lessons, eq(lessons.sectionId, sections.id))
    .where(
      and(
        eq(entitlements.id, entitlementId),
        eq(lessons.opensAfterDays, days),
        isNotNull(lessons.publishedAt),
      ),
    )
    .orderBy(asc(sections.position), asc(lessons.position));
  return rows.map(({ title }) => title);
}
