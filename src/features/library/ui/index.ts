export { QuestionView } from './browser-question.tsx';
export { LessonView } from './lesson-view.tsx';
export { LibraryNotFound } from './library-not-found.tsx';
export { LibraryView } from './library-view.tsx';
export { LinkRequest } from './link-request.tsx';
export { type PackageRefusal, PackageView } from './package-view.tsx';
export { PreviewView } from './preview-view.tsx';
