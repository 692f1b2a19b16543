export { findCourseAccess, findOpening, findOpenTerms } from './course-access.ts';
export { isWatched, libraryAction, linkRequestForm, progressReport } from './forms.ts';
export type {
  BrowserQuestion,
  CoursePreview,
  LessonPage,
  LibraryPage,
  PreviewPage,
} from './library-page.ts';
