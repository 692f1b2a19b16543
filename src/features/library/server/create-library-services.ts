import type { BookingDeps } from '#features/booking/server/index.ts';
import type { Stamping } from '#features/stamping/server/index.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { buyCourse } from './buy-course.ts';
import { answerQuestion } from './enter-library.ts';
import { findLesson } from './find-lesson.ts';
import { findLibrary } from './find-library.ts';
import { findLibraryFile } from './find-library-file.ts';
import { bookOfPackage, findPackagePage } from './find-package.ts';
import { findPreview, listPreviews } from './find-preview.ts';
import { keepProgress, markLesson } from './keep-progress.ts';
import type { LibraryDeps } from './library-deps.ts';
import { requestLibraryLink } from './library-mails.ts';

export type LibraryServices = ReturnType<typeof createLibraryServices>;

/** Creates the use cases of the library: what customers open, and how far they are. */
export const createLibraryServices = (deps: LibraryDeps & BookingDeps & { stamping: Stamping }) =>
  bindUseCases(deps, {
    findLibrary,
    findLesson,
    findLibraryFile,
    findPreview,
    listPreviews,
    answerQuestion,
    keepProgress,
    markLesson,
    requestLibraryLink,
    buyCourse,
    findPackagePage,
    bookOfPackage,
  });
