import type { Customer } from '#features/customers/server/index.ts';
import {
  type CourseEntitlement,
  listCourseEntitlements,
} from '#features/customers/server/index.ts';
import type { Section } from '#features/lessons/rules/index.ts';
import { listContents } from '#features/lessons/server/index.ts';
import { type CourseAccess, findCourseAccess } from '#features/library/rules/course-access.ts';
import type { LibraryDeps } from './library-deps.ts';
import { findCourses } from './queries/library.ts';
import { listProgress, type Progress } from './queries/progress.ts';

/** A course that a customer was given. */
export interface OwnedCourse {
  id: string;
  title: string;
  hasDownloads: boolean;
  given: CourseEntitlement[];
  access: CourseAccess;
  /** Its published lessons, if access is open. */
  sections: Section[];
}

/** Returns the courses of a customer in the order in which they got them, and their progress by lesson. */
export async function readCourses(
  { db, now }: LibraryDeps,
  { id: customerId }: Customer,
): Promise<{ courses: OwnedCourse[]; progress: Map<string, Progress> }> {
  const at = now();
  const given = await listCourseEntitlements(db, customerId);
  const byCourse = Map.groupBy(given, ({ courseId }) => courseId);
  const ids = [...byCourse.keys()];
  const found = await findCourses(db, ids);
  const owned = [...byCourse].map(([id, given]) => ({
    ...{ title: '', hasDownloads: false, ...found.get(id) },
    ...{ id, given },
    access: findCourseAccess(given, at),
  }));
  const open = owned.filter(({ access }) => access.kind === 'open').map(({ id }) => id);
  const contents = await listContents(db, open);
  const lessonIds = [...contents.values()].flat().flatMap(({ lessons }) => lessons);
  const progress = await listProgress(
    db,
    customerId,
    lessonIds.map(({ id }) => id),
  );
  return {
    courses: owned.map((course) => ({ ...course, sections: contents.get(course.id) ?? [] })),
    progress: new Map(progress.map((row) => [row.lessonId, row])),
  };
}
