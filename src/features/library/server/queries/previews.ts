import { and, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { type Executor, first } from '#platform/db/executor.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import { lessonFiles, lessons } from '#platform/db/schema/library-schema.ts';
import { planCourses } from '#rules/plan-courses.ts';

/** When previews are read, and which courses the plan cards sell. */
interface PreviewTerms {
  now: Date;
  planIds: string[];
}

/** Matches a published lesson that is the preview of a course that visitors see. */
const isOpenPreview = ({ now, planIds }: PreviewTerms) =>
  and(
    lte(lessons.publishedAt, now),
    isNull(courses.deletedAt),
    or(
      inArray(courses.id, planIds),
      and(notInArray(courses.id, Object.values(planCourses)), lte(courses.publishedAt, now)),
    ),
  );

const hasFilm = sql<boolean>`exists (select from ${lessonFiles} where ${lessonFiles.lessonId} = ${lessons.id} and ${lessonFiles.kind} = 'film')`;

/** Lists the previews that visitors can open: those with a film or a text. */
export const listPreviewRows = (db: Executor, terms: PreviewTerms) =>
  db
    .select({
      courseId: courses.id,
      course: courses.title,
      lessonId: lessons.id,
      title: lessons.title,
      text: lessons.text,
      hasDownloads: courses.hasDownloads,
      hasFilm,
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.previewOf))
    .where(and(isOpenPreview(terms), sql`(${lessons.text} <> '' or ${hasFilm})`));

export const listPreviewFiles = (db: Executor, lessonId: string) =>
  db
    .select()
    .from(lessonFiles)
    .where(eq(lessonFiles.lessonId, lessonId))
    .orderBy(lessonFiles.createdAt, lessonFiles.id);

/** Returns a file of a preview that visitors can open. */
export const findPreviewFileRow = (db: Executor, fileId: string, terms: PreviewTerms) =>
  first(
    db
      .select({ file: lessonFiles, lesson: lessons, hasDownloads: courses.hasDownloads })
      .from(lessonFiles)
      .innerJoin(lessons, eq(lessons.id, lessonFiles.lessonId))
      .innerJoin(courses, eq(courses.id, lessons.previewOf))
      .where(and(eq(lessonFiles.id, fileId), isOpenPreview(terms))),
  );
