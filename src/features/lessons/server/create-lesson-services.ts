import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import {
  addLesson,
  addSection,
  type ContentsDeps,
  changeLesson,
  changeSection,
  deleteLesson,
  deleteSection,
  getLesson,
  readContents,
  sortLessons,
  sortSections,
} from './edit-contents.ts';
import { addFile, removeFile } from './edit-files.ts';

export type LessonServices = ReturnType<typeof createLessonServices>;

/** Creates the use cases of the contents of courses. */
export const createLessonServices = (deps: ContentsDeps) =>
  bindUseCases(deps, {
    readContents,
    addSection,
    changeSection,
    deleteSection,
    sortSections,
    getLesson,
    addLesson,
    changeLesson,
    deleteLesson,
    sortLessons,
    addFile,
    removeFile,
  });
