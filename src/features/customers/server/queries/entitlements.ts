import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';

export type Entitlement = typeof entitlements.$inferSelect;

/** Access to a course. */
export type CourseEntitlement = Entitlement & { courseId: string };

/** Sessions of a type, as they were bought. */
export type Package = Entitlement & {
  granted: number;
  sessionTypeId: string;
  sessionType: string;
  sessionMinutes: number;
};

const isForCourse = (row: Entitlement): row is CourseEntitlement => row.courseId !== null;

/** What gave access: an order, or an id of the press or the row. */
export type AccessOrigin = Pick<Entitlement, 'source' | 'sourceId'>;

/** Returns the courses that a customer was given, also what has ended, oldest first. */
export async function listCourseEntitlements(
  db: Executor,
  customerId: string,
): Promise<CourseEntitlement[]> {
  const rows = await db.query.entitlements.findMany({
    where: eq(entitlements.customerId, customerId),
    orderBy: [asc(entitlements.createdAt), asc(entitlements.id)],
  });
  return rows.filter(isForCourse);
}

const isFrom = ({ source, sourceId }: AccessOrigin) =>
  and(eq(entitlements.source, source), eq(entitlements.sourceId, sourceId));

/** Returns the courses that an order, a press or a row gave. */
export async function listEntitlementsFrom(
  db: Executor,
  origin: AccessOrigin,
): Promise<CourseEntitlement[]> {
  const rows = await db.query.entitlements.findMany({ where: isFrom(origin) });
  return rows.filter(isForCourse);
}

/** Returns how many days the customers of a course have access, null for ever; undefined if it does not exist. */
export async function findAccessDays(db: Executor, courseId: string) {
  const found = await first(
    db.select({ days: courses.accessDays }).from(courses).where(eq(courses.id, courseId)),
  );
  return found?.days;
}

/** Inserts an entitlement, or opens the one of the same origin again if it was taken back. Returns it. */
export async function putEntitlement(
  transaction: Transaction,
  entitlement: typeof entitlements.$inferInsert,
): Promise<Entitlement> {
  const row = await first(
    transaction
      .insert(entitlements)
      .values(entitlement)
      .onConflictDoUpdate({
        target: [entitlements.source, entitlements.sourceId, entitlements.courseId],
        set: {
          revokedAt: null,
          revokedReason: null,
          version: sql`${entitlements.version} + 1`,
        },
      })
      .returning(),
  );
  if (!row) throw new Error('The database returned no entitlement');
  return row;
}

/** Takes back what an order, a press or a row gave, unless that happened before. */
export const revokeFrom = (
  transaction: Transaction,
  origin: AccessOrigin,
  { at, reason }: { at: Date; reason: string },
) =>
  transaction
    .update(entitlements)
    .set({
      revokedAt: at,
      revokedReason: reason,
      version: sql`${entitlements.version} + 1`,
    })
    .where(and(isFrom(origin), isNull(entitlements.revokedAt)));

/** Changes when an entitlement starts and ends. */
export const moveStart = (
  transaction: Transaction,
  id: string,
  terms: Pick<Entitlement, 'startsAt' | 'endsAt'>,
) =>
  transaction
    .update(entitlements)
    .set({ ...terms, version: sql`${entitlements.version} + 1` })
    .where(eq(entitlements.id, id));

/** Returns a course that can be given: one that is not in the trash. */
export const findCourseToGive = (db: Executor, id: string) =>
  db.query.courses.findFirst({
    columns: { title: true, accessDays: true },
    where: and(eq(courses.id, id), isNull(courses.deletedAt)),
  });

/** Returns all courses that can be given. */
export const listCoursesToGive = (db: Executor) =>
  db.query.courses.findMany({
    columns: { id: true, title: true, slug: true, accessDays: true },
    where: isNull(courses.deletedAt),
  });

/** Returns everything that these customers were given, and what these lines of files gave. */
export const listEntitlementsOf = (
  db: Executor,
  { customerIds, imports }: { customerIds: string[]; imports: string[] },
): Promise<Entitlement[]> =>
  db.query.entitlements.findMany({
    where: or(
      inArray(entitlements.customerId, customerIds),
      and(eq(entitlements.source, 'import'), inArray(entitlements.sourceId, imports)),
    ),
  });

/** Inserts an entitlement, unless its origin gave it before. Returns it. */
export const insertEntitlement = (
  transaction: Transaction,
  entitlement: typeof entitlements.$inferInsert,
) => first(transaction.insert(entitlements).values(entitlement).onConflictDoNothing().returning());

/** Changes an entitlement and returns it. */
export async function changeEntitlement(
  transaction: Transaction,
  id: string,
  change: Partial<
    Pick<Entitlement, 'endsAt' | 'endsReason' | 'granted' | 'revokedAt' | 'revokedReason'>
  >,
): Promise<Entitlement> {
  const changed = await first(
    transaction
      .update(entitlements)
      .set({ ...change, version: sql`${entitlements.version} + 1` })
      .where(eq(entitlements.id, id))
      .returning(),
  );
  if (!changed) throw new Error('There is no such entitlement');
  return changed;
}

/** Locks an entitlement until the transaction ends. */
export const lockEntitlement = (transaction: Transaction, id: string) =>
  transaction
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(eq(entitlements.id, id))
    .for('update');
