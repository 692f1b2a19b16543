export { createLessonServices } from './create-lesson-services.ts';
export { createLessons } from './lessons-resource.ts';
export { listContents } from './queries/contents.ts';
export { listSoldCourses } from './queries/lessons.ts';
