export { findCourseAccess, findOpening, findOpenTerms } from './course-access.ts';
export { isWatched, libraryAction, linkRequestForm, progressReport } from './forms.ts';
export type { BrowserQuestion, LessonPage, LibraryPage } from './library-page.ts';
