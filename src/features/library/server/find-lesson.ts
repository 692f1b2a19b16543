import { parsePostContent } from '#features/content/rules/index.ts';
import { findSmallPaths } from '#features/films/server/index.ts';
import type { Lesson, LessonFile, LessonFileKind } from '#features/lessons/rules/index.ts';
import { findOpenTerms } from '#features/library/rules/course-access.ts';
import type { LessonFilm, LessonPage } from '#features/library/rules/library-page.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import type { Executor } from '#platform/db/executor.ts';
import { enterLibrary, findQuestion } from './enter-library.ts';
import type { Entered } from './find-library.ts';
import type { LibraryDeps } from './library-deps.ts';
import { toMediaToken } from './media-tokens.ts';
import { saveProgress } from './queries/progress.ts';
import { type OwnedCourse, readCourses } from './read-courses.ts';

/** Returns a lesson that is open for the customer of a link, or undefined. Notes that it was opened. */
export async function findLesson(
  deps: LibraryDeps,
  { token, lessonId }: { token: string; lessonId: string },
  visitor: Pick<Visitor, 'headers'>,
): Promise<Entered<LessonPage> | undefined> {
  const entry = await enterLibrary(deps, token, visitor);
  if (!entry) return undefined;
  const { customer, cookies } = entry;
  if (!entry.isOpen) return { cookies, content: { question: findQuestion(customer) } };
  const { courses, progress } = await readCourses(deps, customer);
  const at = deps.now();
  const found = courses.flatMap((course) => findOpenLesson(course, lessonId, at) ?? [])[0];
  if (!found) return undefined;
  const { course, lesson, section, index, open } = found;
  // A preview or a scanner has opened nothing.
  if (entry.isKnown) await saveProgress(deps.db, { customerId: customer.id, lessonId }, at);
  const saved = progress.get(lessonId);
  const toLink = (other: Lesson | undefined) =>
    other ? { title: other.title, path: `/library/${token}/${other.id}` } : null;
  const toHref = (file: LessonFile) =>
    `/library/files/${toMediaToken(deps.secret, { entitlementId: found.entitlementId, fileId: file.id }, at)}`;
  return {
    cookies,
    content: {
      page: {
        id: lesson.id,
        title: lesson.title,
        course: course.title,
        section,
        films: toFilms(
          { ...lesson, hasDownloads: course.hasDownloads },
          toHref,
          await findSmallPathsOf(deps.db, lesson),
        ),
        pdfs: filesOf(lesson, 'pdf').map((file) => ({
          ...{ id: file.id, name: file.name, size: file.size },
          href: toHref(file),
        })),
        blocks: parsePostContent(lesson.text),
        seconds: saved?.seconds ?? 0,
        isDone: Boolean(saved?.doneAt),
        previous: toLink(open[index - 1]),
        next: toLink(open[index + 1]),
      },
    },
  };
}

function findOpenLesson(course: OwnedCourse, lessonId: string, at: Date) {
  const open = course.sections.flatMap(({ lessons }) =>
    lessons.filter((lesson) => findOpenTerms(course.given, lesson, at).length > 0),
  );
  const index = open.findIndex(({ id }) => id === lessonId);
  const lesson = open[index];
  const [terms] = lesson ? findOpenTerms(course.given, lesson, at) : [];
  if (!lesson || !terms) return undefined;
  const section = course.sections.find(({ lessons }) => lessons.includes(lesson))?.title ?? '';
  return { course, lesson, section, index, open, entitlementId: terms.id };
}

export const filesOf = ({ files }: Pick<Lesson, 'files'>, kind: LessonFileKind) =>
  files.filter((file) => file.kind === kind);

/** Returns the paths of the small renditions of a lesson’s films, by the path of the film. */
export const findSmallPathsOf = (db: Executor, lesson: Pick<Lesson, 'files'>) =>
  findSmallPaths(
    db,
    filesOf(lesson, 'film').map(({ path }) => path),
  );

const withoutEnding = (name: string) => name.replace(/\.\w+$/, '');

/**
 * Returns the films of a lesson. The first poster belongs to the first film, and so on. A single film
 * has all captions.
 */
export function toFilms(
  lesson: Pick<Lesson, 'title' | 'files'> & { hasDownloads: boolean },
  toHref: (file: LessonFile) => string,
  smallPaths: ReadonlyMap<string, string>,
): LessonFilm[] {
  const films = filesOf(lesson, 'film');
  const posters = filesOf(lesson, 'poster');
  const captions = filesOf(lesson, 'captions');
  return films.map((film, index) => {
    const poster = posters[index];
    return {
      id: film.id,
      name: films.length === 1 ? lesson.title : withoutEnding(film.name),
      src: toHref(film),
      smallSrc: smallPaths.has(film.path) ? `${toHref(film)}?small` : null,
      downloadHref: lesson.hasDownloads ? `${toHref(film)}?download` : null,
      poster: poster ? toHref(poster) : null,
      captions: (films.length === 1 ? captions : captions.slice(index, index + 1)).map((file) => ({
        label: withoutEnding(file.name),
        src: toHref(file),
      })),
    };
  });
}
