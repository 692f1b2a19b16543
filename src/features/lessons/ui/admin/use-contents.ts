import { parseResponse } from 'hono/client';
import { useChange, useRead } from '#features/admin-ui/ui/index.ts';
import { isRecordId } from '#rules/list-page.ts';
import { toast } from '#ui/toast.ts';

/** The first key of all queries about contents. */
export const lessonsKey = 'lessons';

/** Reads the sections and lessons of a course. */
export const useContents = (id: string) =>
  useRead(
    [lessonsKey, 'contents', id],
    (api, init) => api.lessons.contents[':id'].$get({ param: { id } }, init),
    { enabled: isRecordId(id) },
  );

export type Contents = NonNullable<ReturnType<typeof useContents>['data']>;
export type ListedSection = Contents['sections'][number];
export type ListedLesson = ListedSection['lessons'][number];
export type ListedFile = ListedLesson['files'][number];

/** Publishes a lesson, or makes it a draft. */
export const useLessonPublication = () =>
  useChange({
    keys: [lessonsKey, 'first_steps'],
    send: (api, { id, version, is_published }: ListedLesson) =>
      parseResponse(
        api.lessons[':id'].$patch({
          param: { id },
          json: { version, is_published: !is_published },
        }),
      ),
    saved: (_, { is_published }) =>
      toast.success(is_published ? 'The lesson is a draft now' : 'Lesson published'),
    failed: 'Failed to update lesson',
  });
