import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { LessonFileKind } from '#features/lessons/rules/index.ts';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import { lessonFiles, lessons, sections } from '#platform/db/schema/library-schema.ts';
import { planCourses } from '#rules/plan-courses.ts';

export type LessonRow = typeof lessons.$inferSelect;
export type LessonFileRow = typeof lessonFiles.$inferSelect;

/** Returns a lesson. With `lock`, it stays as it is until the transaction ends. */
export function findLesson(
  db: Executor,
  id: string,
  { lock = false } = {},
): Promise<LessonRow | undefined> {
  const query = db.select().from(lessons).where(eq(lessons.id, id));
  return first(lock ? query.for('update') : query);
}

export const countLessons = (db: Executor, sectionId: string): Promise<number> =>
  db.$count(lessons, eq(lessons.sectionId, sectionId));

/** Inserts a lesson unless its id is taken. Returns whether it did. */
export const insertLesson = (db: Executor, lesson: typeof lessons.$inferInsert): Promise<boolean> =>
  changesOne(db.insert(lessons).values(lesson).onConflictDoNothing());

type LessonChanges = { [Column in keyof LessonRow]?: LessonRow[Column] | undefined };

/** Changes a lesson. One that moves to another section becomes its last. */
export const updateLesson = (
  db: Executor,
  id: string,
  { isMoved, ...changes }: LessonChanges & { isMoved: boolean },
) =>
  db
    .update(lessons)
    .set({
      ...changes,
      ...(isMoved && { position: sql`extract(epoch from clock_timestamp())` }),
      version: sql`${lessons.version} + 1`,
    })
    .where(eq(lessons.id, id));

/** Makes a lesson the public preview of its course, instead of another one. */
export async function setPreview(
  transaction: Transaction,
  id: string,
  courseId: string,
): Promise<void> {
  await transaction
    .select({ id: courses.id })
    .from(courses)
    .where(eq(courses.id, courseId))
    .for('update');
  await transaction
    .update(lessons)
    .set({ previewOf: null, version: sql`${lessons.version} + 1` })
    .where(eq(lessons.previewOf, courseId));
  await transaction.update(lessons).set({ previewOf: courseId }).where(eq(lessons.id, id));
}

/** Stores the length of a lesson's film, which no form edits. */
export const setLength = (db: Executor, id: string, seconds: number | null) =>
  db.update(lessons).set({ seconds }).where(eq(lessons.id, id));

/** Deletes a lesson with its files' rows. Returns whether it existed. */
export const deleteLessonRow = (db: Executor, id: string): Promise<boolean> =>
  changesOne(db.delete(lessons).where(eq(lessons.id, id)));

export const listFilesOf = (db: Executor, lessonId: string): Promise<LessonFileRow[]> =>
  db.select().from(lessonFiles).where(eq(lessonFiles.lessonId, lessonId));

/** Inserts a file unless its id or its path is taken. Returns whether it did. */
export const insertLessonFile = (
  db: Executor,
  file: typeof lessonFiles.$inferInsert,
): Promise<boolean> => changesOne(db.insert(lessonFiles).values(file).onConflictDoNothing());

/** Deletes a file's row. Returns it, if it existed. */
export const deleteLessonFile = (db: Executor, id: string): Promise<LessonFileRow | undefined> =>
  first(db.delete(lessonFiles).where(eq(lessonFiles.id, id)).returning());

export const deleteFilesOfKind = (db: Executor, lessonId: string, kind: LessonFileKind) =>
  db.delete(lessonFiles).where(and(eq(lessonFiles.lessonId, lessonId), eq(lessonFiles.kind, kind)));

/**
 * Returns the courses that can be bought at an instant, those with an amount and these ones of the plan cards,
 * and how many lessons and published ones each has.
 */
export const listSoldCourses = (db: Executor, planIds: string[], now: Date) =>
  db
    .select({
      id: courses.id,
      title: courses.title,
      lessons: count(lessons.id),
      published: count(lessons.publishedAt),
    })
    .from(courses)
    .leftJoin(sections, eq(sections.courseId, courses.id))
    .leftJoin(lessons, eq(lessons.sectionId, sections.id))
    .where(
      and(
        isNull(courses.deletedAt),
        or(
          inArray(courses.id, planIds),
          and(
            notInArray(courses.id, Object.values(planCourses)),
            isNotNull(courses.amountCents),
            lte(courses.publishedAt, now),
          ),
        ),
      ),
    )
    .groupBy(courses.id)
    .orderBy(asc(courses.position), asc(courses.id));
