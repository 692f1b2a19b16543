import { findCourse, putInOrder } from '#features/content/server/index.ts';
import {
  contentLimits,
  type LessonChange,
  type NewLesson,
  type NewSection,
} from '#features/lessons/rules/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { hasAll } from '#platform/db/has-all.ts';
import {
  AppError,
  editedElsewhere,
  idReused,
  invalidBody,
  recordNotFound,
} from '#platform/errors/errors.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import { fromWire, toWire } from '#rules/wire.ts';
import { listContents } from './queries/contents.ts';
import {
  countLessons,
  deleteLessonRow,
  findLesson,
  insertLesson,
  type LessonRow,
  setPreview,
  updateLesson,
} from './queries/lessons.ts';
import {
  countSections,
  deleteSectionRow,
  findSection,
  insertSection,
  updateSection,
} from './queries/sections.ts';

export type ContentsDeps = Pick<ServiceDeps, 'db' | 'storage' | 'now'>;

/** Returns the sections and lessons of a course as the mentor lists them. Throws 404. */
export async function readContents({ db }: ContentsDeps, { id }: { id: string }) {
  const course = await findCourse(db, id);
  if (!course) throw recordNotFound();
  const sections = (await listContents(db, [id], { drafts: true })).get(id) ?? [];
  return {
    id,
    title: course.title,
    sections: sections.map(({ lessons, ...section }) => ({
      ...section,
      lessons: lessons.map(({ text, publishedAt, files, ...lesson }) => ({
        ...lesson,
        isPublished: publishedAt !== null,
        hasText: text !== '',
        files: files.map(({ path: _, ...file }) => file),
      })),
    })),
  };
}

/** Adds a section at the end of a course. Can be repeated. Throws 404, 409. */
export const addSection = ({ db }: ContentsDeps, section: NewSection): Promise<{ id: string }> =>
  db.transaction(async (transaction) => {
    const { id, title, course_id: courseId } = section;
    if (!(await findCourse(transaction, courseId))) throw recordNotFound();
    const isAdded = await insertSection(transaction, { id, courseId, title });
    const added = await findSection(transaction, id);
    if (!isAdded && !(added && hasAll(added, { courseId, title }))) throw idReused(id);
    const count = await countSections(transaction, courseId);
    if (count > contentLimits.sections) throw isFull('course', 'sections');
    return { id };
  });

/** Renames a section. Throws 404, `edited-elsewhere` (409). */
export const changeSection = (
  { db }: ContentsDeps,
  { id, version, title }: { id: string; version?: number | undefined; title: string },
): Promise<void> =>
  db.transaction(async (transaction) => {
    const before = await findSection(transaction, id, { lock: true });
    if (!before) throw recordNotFound();
    if (before.title === title) return;
    if (version !== undefined && version !== before.version) throw editedElsewhere(toWire(before));
    await updateSection(transaction, id, title);
  });

/** Deletes a section with its lessons. Throws 404. */
export async function deleteSection({ db }: ContentsDeps, { id }: { id: string }): Promise<void> {
  if (!(await deleteSectionRow(db, id))) throw recordNotFound();
}

/** Sorts the sections of a course. Throws `order-outdated` (409). */
export const sortSections = ({ db }: ContentsDeps, { id, ids }: { id: string; ids: string[] }) =>
  putInOrder(db, 'sections', { ids, parentId: id });

/** Sorts the lessons of a section. Throws `order-outdated` (409). */
export const sortLessons = ({ db }: ContentsDeps, { id, ids }: { id: string; ids: string[] }) =>
  putInOrder(db, 'lessons', { ids, parentId: id });

/** A lesson as its form edits it. */
const toForm = ({ publishedAt, ...lesson }: LessonRow) => ({
  id: lesson.id,
  sectionId: lesson.sectionId,
  title: lesson.title,
  text: lesson.text,
  opensAfterDays: lesson.opensAfterDays,
  isPreview: lesson.previewOf !== null,
  isPublished: publishedAt !== null,
  version: lesson.version,
});

/** Returns a lesson to edit. Throws 404. */
export async function getLesson({ db }: ContentsDeps, { id }: { id: string }) {
  const lesson = await findLesson(db, id);
  if (!lesson) throw recordNotFound();
  return toForm(lesson);
}

/** Adds a lesson at the end of a section. Can be repeated. Throws 404, 409. */
export const addLesson = (
  { db, now }: ContentsDeps,
  { id, ...given }: NewLesson,
): Promise<{ id: string }> =>
  db.transaction(async (transaction) => {
    const { isPublished, isPreview, ...words } = fromWire(given);
    const { courseId } = await requireSection(transaction, words.sectionId);
    const publishedAt = isPublished ? now() : null;
    const isAdded = await insertLesson(transaction, { id, ...words, publishedAt });
    if (isAdded && isPreview) await setPreview(transaction, id, courseId);
    const added = await findLesson(transaction, id);
    if (!isAdded && !(added && hasAll(toForm(added), { ...words, isPublished, isPreview }))) {
      throw idReused(id);
    }
    await requireRoom(transaction, words.sectionId);
    return { id };
  });

/**
 * Changes some fields of a lesson, from its `version`. A course has one preview: a new one replaces it. Can be
 * repeated. Throws 404, `edited-elsewhere` (409),
 * and 422 for a section of another course.
 */
export const changeLesson = (
  { db, now }: ContentsDeps,
  { id, version, ...given }: LessonChange & { id: string; version?: number | undefined },
): Promise<void> =>
  db.transaction(async (transaction) => {
    const before = await findLesson(transaction, id, { lock: true });
    if (!before) throw recordNotFound();
    const changes = fromWire(given);
    if (hasAll(toForm(before), changes)) return;
    if (version !== undefined && version !== before.version) {
      throw editedElsewhere(toWire(toForm(before)));
    }
    const { isPublished = before.publishedAt !== null, isPreview, ...words } = changes;
    const isMoved = words.sectionId !== undefined && words.sectionId !== before.sectionId;
    if (isMoved) await requireSameCourse(transaction, before.sectionId, words.sectionId ?? '');
    const publishedAt = isPublished ? (before.publishedAt ?? now()) : null;
    const previewOf = isPreview === false ? null : before.previewOf;
    await updateLesson(transaction, id, { ...words, publishedAt, previewOf, isMoved });
    if (isPreview && previewOf === null) {
      const section = await findSection(transaction, before.sectionId);
      await setPreview(transaction, id, section?.courseId ?? '');
    }
    if (isMoved) await requireRoom(transaction, words.sectionId ?? '');
  });

/** Deletes a lesson. Its files are left for the upload sweep. Throws 404. */
export async function deleteLesson({ db }: ContentsDeps, { id }: { id: string }): Promise<void> {
  if (!(await deleteLessonRow(db, id))) throw recordNotFound();
}

/** Returns a section and locks it, so that lessons are counted one after the other. Throws 422. */
async function requireSection(transaction: Transaction, id: string) {
  const section = await findSection(transaction, id, { lock: true });
  if (section) return section;
  const message = 'This section no longer exists. Choose another one.';
  throw invalidBody([{ field: 'section_id', message }]);
}

async function requireSameCourse(transaction: Transaction, one: string, other: string) {
  const before = await findSection(transaction, one);
  const after = await requireSection(transaction, other);
  if (before?.courseId === after.courseId) return;
  const message = 'This section belongs to another course. Choose one of this course.';
  throw invalidBody([{ field: 'section_id', message }]);
}

async function requireRoom(transaction: Transaction, sectionId: string): Promise<void> {
  const count = await countLessons(transaction, sectionId);
  if (count > contentLimits.lessons) throw isFull('section', 'lessons');
}

/** There are too many rows (409). */
export const isFull = (place: string, rows: keyof typeof contentLimits) =>
  new AppError(409, 'too-many', `A ${place} can have ${contentLimits[rows]} ${rows}.`);
