import { findOpenTerms } from '#features/library/rules/course-access.ts';
import { isWatched, type ProgressReport } from '#features/library/rules/forms.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import { type Entry, enterLibrary } from './enter-library.ts';
import type { LibraryDeps } from './library-deps.ts';
import { listLessonTerms } from './queries/library.ts';
import { findProgress, saveProgress } from './queries/progress.ts';

/** Returns a lesson that is open for a customer. Throws 404. */
async function getOpenLesson({ db, now }: LibraryDeps, { customer }: Entry, lessonId: string) {
  const rows = await listLessonTerms(db, customer.id, lessonId);
  const [lesson] = rows.map((row) => row.lesson);
  const terms = rows.map((row) => row.terms);
  if (!lesson || findOpenTerms(terms, lesson, now()).length === 0) throw recordNotFound();
  return lesson;
}

/**
 * Stores how far a customer is. A lesson is done at 90 % of its films. Needs the link and the cookie of
 * a registered browser. Throws 404.
 */
export async function keepProgress(
  deps: LibraryDeps,
  { token, lesson: lessonId, seconds, furthest, length }: ProgressReport,
  visitor: Pick<Visitor, 'headers'>,
): Promise<{ is_done: boolean }> {
  const entry = await enterLibrary(deps, token, visitor);
  if (!entry?.isKnown) throw recordNotFound();
  const lesson = await getOpenLesson(deps, entry, lessonId);
  const { customer } = entry;
  const before = await findProgress(deps.db, customer.id, lessonId);
  const total = Math.max(length, lesson.seconds ?? 0);
  // Only once, so that a customer can mark it as not done.
  const isJustDone = isWatched(furthest, total) && !isWatched(before?.furthest ?? 0, total);
  const at = deps.now();
  await saveProgress(
    deps.db,
    {
      ...{ customerId: customer.id, lessonId, seconds, furthest },
      ...(isJustDone && !before?.doneAt && { doneAt: at }),
    },
    at,
  );
  return { is_done: isJustDone || Boolean(before?.doneAt) };
}

/** Marks a lesson as done or not done. Throws 404. */
export async function markLesson(
  deps: LibraryDeps,
  { token, lessonId, isDone }: { token: string; lessonId: string; isDone: boolean },
  visitor: Pick<Visitor, 'headers'>,
): Promise<void> {
  const entry = await enterLibrary(deps, token, visitor);
  if (!entry?.isOpen) throw recordNotFound();
  await getOpenLesson(deps, entry, lessonId);
  const at = deps.now();
  const doneAt = isDone ? at : null;
  await saveProgress(deps.db, { customerId: entry.customer.id, lessonId, doneAt }, at);
}
