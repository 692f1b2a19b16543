import { parsePostContent } from '#features/content/rules/index.ts';
import type { LessonFile } from '#features/lessons/rules/index.ts';
import type { CoursePreview, PreviewPage } from '#features/library/rules/index.ts';
import { isDatabaseUnreachable } from '#platform/db/circuit.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { filesOf, findSmallPathsOf, toFilms } from './find-lesson.ts';
import type { LibraryDeps } from './library-deps.ts';
import { noEntitlement, toMediaToken } from './media-tokens.ts';
import { findPreviewFileRow, listPreviewFiles, listPreviewRows } from './queries/previews.ts';

type PreviewDeps = Pick<LibraryDeps, 'db' | 'now' | 'readSettings'>;

/** Returns what decides now which courses visitors see: an instant, and the courses of the plan cards. */
async function readTerms({ now, readSettings }: PreviewDeps) {
  const { offers } = await readSettings();
  const shown = offers.plans.map(({ leadsTo }) => leadsTo);
  return {
    now: now(),
    planIds: Object.entries(planCourses).flatMap(([target, id]) =>
      shown.some((leadsTo) => leadsTo === target) ? id : [],
    ),
  };
}

/** Lists the courses with a preview that visitors can open; none while the database is unavailable. */
export async function listPreviews(deps: PreviewDeps): Promise<CoursePreview[]> {
  try {
    const rows = await listPreviewRows(deps.db, await readTerms(deps));
    return rows.map(({ courseId, hasFilm }) => ({
      courseId,
      path: `/services/preview/${courseId}`,
      label: hasFilm ? 'Watch a free lesson' : 'Read a free lesson',
    }));
  } catch (error) {
    if (!isDatabaseUnreachable(error)) throw error;
    return [];
  }
}

/** Returns the preview of a course, or undefined if visitors can open none. */
export async function findPreview(
  deps: PreviewDeps & Pick<LibraryDeps, 'secret'>,
  courseId: string,
): Promise<PreviewPage | undefined> {
  const terms = await readTerms(deps);
  // Searched here, because the text of the path may be no id. There are few previews.
  const rows = await listPreviewRows(deps.db, terms);
  const found = rows.find((row) => row.courseId === courseId);
  if (!found) return undefined;
  const files = await listPreviewFiles(deps.db, found.lessonId);
  const toHref = (file: LessonFile) =>
    `/library/files/${toMediaToken(deps.secret, { entitlementId: noEntitlement, fileId: file.id }, terms.now)}`;
  return {
    title: found.title,
    course: found.course,
    films: toFilms(
      { title: found.title, files, hasDownloads: found.hasDownloads },
      toHref,
      await findSmallPathsOf(deps.db, { files }),
    ),
    blocks: parsePostContent(found.text),
    pdfCount: filesOf({ files }, 'pdf').length,
  };
}

/** Returns a file of a preview that visitors can open now, or undefined. PDFs are only for customers. */
export async function findPreviewFile(deps: PreviewDeps, fileId: string) {
  const found = await findPreviewFileRow(deps.db, fileId, await readTerms(deps));
  return found?.file.kind === 'pdf' ? undefined : found;
}
