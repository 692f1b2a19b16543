export { findCourseAccess, findOpening, findOpenTerms } from './course-access.ts';
export {
  isWatched,
  libraryAction,
  linkRequestForm,
  packageBooking,
  progressReport,
} from './forms.ts';
export type {
  BrowserQuestion,
  CoursePreview,
  LessonPage,
  LibraryPackage,
  LibraryPage,
  PackagePage,
  PreviewPage,
} from './library-page.ts';
