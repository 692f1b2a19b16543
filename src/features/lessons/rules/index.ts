export {
  type Lesson,
  type LessonFile,
  type LessonFileKind,
  lessonFileKinds,
  type Section,
} from './lesson.ts';
