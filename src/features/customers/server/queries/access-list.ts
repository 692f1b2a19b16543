import {
  and,
  asc,
  countDistinct,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { CustomerQuery } from '#features/customers/rules/access-request.ts';
import type { CourseProgress } from '#features/customers/rules/access-state.ts';
import type { Executor } from '#platform/db/executor.ts';
import { listByKey } from '#platform/db/keyset.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import {
  customers,
  entitlements,
  lessonProgress,
  lessons,
  libraryBrowsers,
  sections,
} from '#platform/db/schema/library-schema.ts';
import { toPhoneNumber, toPhoneTail } from '#rules/phone-number.ts';
import { toSearchTerms } from '#rules/search-terms.ts';

const words = sql`lower(concat_ws(' ', ${customers.name}, ${customers.email}, ${customers.phone}, regexp_replace(${customers.phone}, '[^0-9]', '', 'g')))`;

function matches(search: string): SQL | undefined {
  const number = toPhoneNumber(search);
  const terms = number ? [toPhoneTail(number)] : toSearchTerms(search);
  return and(...terms.map((term) => sql`position(${term} in ${words}) > 0`));
}

const hasCourse = (courseId: string) =>
  sql`exists (select from ${entitlements} where ${entitlements.customerId} = ${customers.id} and ${entitlements.courseId} = ${courseId})`;

/** Returns one page of the customers who match a search and were given a course, newest first. */
export const listCustomerRows = (db: Executor, { search, course, ...page }: CustomerQuery) =>
  listByKey(
    db,
    {
      table: customers,
      columns: {
        id: customers.id,
        name: customers.name,
        email: customers.email,
        phone: customers.phone,
        createdAt: customers.createdAt,
      },
      newest: customers.createdAt,
      where: and(matches(search), course === undefined ? undefined : hasCourse(course)),
    },
    page,
  );

/** How many sessions of an entitlement are booked or were taken. Written out, because Drizzle leaves out the names of tables. */
export const usedSessions = sql<number>`entitlements.spent + (select count(*)::int from bookings where bookings.entitlement_id = entitlements.id and bookings.returned_at is null and bookings.deleted_at is null)`;

/** Returns what matches, with the title of its course or its sessions, oldest first. */
export const listGiven = (db: Executor, where: SQL | undefined) =>
  db
    .select({
      access: entitlements,
      title: sql<string>`coalesce(${courses.title}, ${entitlements.sessionType})`,
      used: usedSessions,
    })
    .from(entitlements)
    .leftJoin(courses, eq(courses.id, entitlements.courseId))
    .where(where)
    .orderBy(asc(entitlements.createdAt), asc(entitlements.id));

const isOpenAt = (at: Date) =>
  and(
    isNull(entitlements.revokedAt),
    lte(entitlements.startsAt, at),
    or(isNull(entitlements.endsAt), sql`${entitlements.endsAt} > ${at.toISOString()}`),
  );

/** Counts the customers who were given each course, and those for whom it is open. */
export const countByCourse = (db: Executor, at: Date) =>
  db
    .select({
      courseId: sql<string>`${entitlements.courseId}`,
      given: countDistinct(entitlements.customerId),
      open: sql<number>`count(distinct ${entitlements.customerId}) filter (where ${isOpenAt(at)})::int`,
    })
    .from(entitlements)
    .where(isNotNull(entitlements.courseId))
    .groupBy(entitlements.courseId);

/** Returns how far customers are with the published lessons of these courses. */
export function listProgress(
  db: Executor,
  { customerIds, courseIds, at }: { customerIds: string[]; courseIds: string[]; at: Date },
): Promise<(CourseProgress & { customerId: string; courseId: string })[]> {
  const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)::int`;
  return db
    .select({
      customerId: customers.id,
      courseId: sections.courseId,
      lessons: sql<number>`count(*)::int`,
      opened: sql<number>`count(${lessonProgress.lessonId})::int`,
      seconds: sum(sql`${lessons.seconds}`),
      watchedSeconds: sum(
        sql`least(coalesce(${lessonProgress.furthest}, 0), coalesce(${lessons.seconds}, 0))`,
      ),
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .innerJoin(customers, inArray(customers.id, customerIds))
    .leftJoin(
      lessonProgress,
      and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.customerId, customers.id)),
    )
    .where(and(inArray(sections.courseId, courseIds), lte(lessons.publishedAt, at)))
    .groupBy(customers.id, sections.courseId);
}

/** Counts the browsers that have opened the library of a customer since an instant. */
export const countBrowsers = (db: Executor, customerId: string, since: Date) =>
  db.$count(
    libraryBrowsers,
    and(eq(libraryBrowsers.customerId, customerId), gte(libraryBrowsers.lastUsedAt, since)),
  );
