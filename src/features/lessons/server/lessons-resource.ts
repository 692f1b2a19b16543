import { Hono } from 'hono';
import {
  lessonChange,
  newLesson,
  newLessonFile,
  newSection,
  sectionForm,
} from '#features/lessons/rules/index.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { readVersion, recordOrder, recordParam } from '#rules/list-page.ts';
import type { LessonServices } from './create-lesson-services.ts';

const lessonParam = recordParam.transform(({ id }) => ({ lessonId: id }));

/** `/api/lessons`: the contents of courses, for the mentor. Browsers choose the ids. */
export function createLessons({
  accounts,
  services: { lessons },
}: AdminGuard & { services: { lessons: LessonServices } }) {
  const signedIn = adminRoutes({ accounts });
  const param = recordParam;
  return new Hono<HttpEnv>()
    .get('/contents/:id', signedIn({ param }, lessons.readContents))
    .put('/contents/:id/order', signedIn({ param, json: recordOrder }, lessons.sortSections))
    .post('/sections', signedIn({ json: newSection, status: 201 }, lessons.addSection))
    .patch(
      '/sections/:id',
      signedIn({ param, json: sectionForm.extend(readVersion.shape) }, lessons.changeSection),
    )
    .delete('/sections/:id', signedIn({ param }, lessons.deleteSection))
    .put('/sections/:id/order', signedIn({ param, json: recordOrder }, lessons.sortLessons))
    .get('/:id', signedIn({ param }, lessons.getLesson))
    .post('/', signedIn({ json: newLesson, status: 201 }, lessons.addLesson))
    .patch(
      '/:id',
      signedIn({ param, json: lessonChange.extend(readVersion.shape) }, lessons.changeLesson),
    )
    .delete('/:id', signedIn({ param }, lessons.deleteLesson))
    .post(
      '/:id/files',
      signedIn({ param: lessonParam, json: newLessonFile, status: 201 }, lessons.addFile),
    )
    .delete('/files/:id', signedIn({ param }, lessons.removeFile));
}
