import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Section } from '#features/lessons/rules/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { lessonFiles, lessons, sections } from '#platform/db/schema/library-schema.ts';

/**
 * Returns the sections of courses with their lessons and files, in the mentor’s order, by course. Without
 * `drafts` only published lessons, and only sections with any.
 */
export async function listContents(
  db: Executor,
  courseIds: string[],
  { drafts = false } = {},
): Promise<Map<string, Section[]>> {
  if (courseIds.length === 0) return new Map();
  const rows = await db
    .select({
      courseId: sections.courseId,
      section: { id: sections.id, title: sections.title, version: sections.version },
      lesson: {
        id: lessons.id,
        title: lessons.title,
        text: lessons.text,
        seconds: lessons.seconds,
        opensAfterDays: lessons.opensAfterDays,
        isPreview: sql<boolean>`${lessons.previewOf} is not null`,
        publishedAt: lessons.publishedAt,
        version: lessons.version,
      },
    })
    .from(sections)
    .leftJoin(
      lessons,
      and(eq(lessons.sectionId, sections.id), drafts ? undefined : isNotNull(lessons.publishedAt)),
    )
    .where(inArray(sections.courseId, courseIds))
    .orderBy(asc(sections.position), asc(sections.id), asc(lessons.position), asc(lessons.id));
  const ids = rows.flatMap(({ lesson }) => lesson?.id ?? []);
  const files = await db
    .select()
    .from(lessonFiles)
    .where(inArray(lessonFiles.lessonId, ids))
    .orderBy(asc(lessonFiles.createdAt), asc(lessonFiles.id));
  const contents = new Map<string, Section[]>();
  for (const { courseId, section, lesson } of rows) {
    if (!lesson && !drafts) continue;
    const list = contents.get(courseId) ?? [];
    contents.set(courseId, list);
    const before = list.at(-1);
    const last = before?.id === section.id ? before : { ...section, lessons: [] };
    if (last !== before) list.push(last);
    if (!lesson) continue;
    const own = files.flatMap(({ lessonId, createdAt: _, ...file }) =>
      lessonId === lesson.id ? file : [],
    );
    last.lessons.push({ ...lesson, files: own });
  }
  return contents;
}
