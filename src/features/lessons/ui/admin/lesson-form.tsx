import { getInputProps } from '@conform-to/react';
import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useNavigate } from 'react-router';
import {
  AdminForm,
  EmptyBox,
  FailedNotice,
  ListSkeleton,
  statusOf,
  useAdminForm,
  useAdminSession,
  useTabPath,
} from '#features/admin-ui/ui/index.ts';
import { PostEditor } from '#features/content/ui/admin/index.ts';
import { Select, TextInput } from '#features/forms/ui/index.ts';
import { lessonChange, opensAfterDays } from '#features/lessons/rules/index.ts';
import { isRecordId } from '#rules/list-page.ts';
import { z } from '#rules/zod.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/field.tsx';
import { LessonFiles } from './lesson-files.tsx';
import { type Contents, lessonsKey } from './use-contents.ts';

const { title, section_id, text } = lessonChange.shape;

const schema = z.object({
  title: title.unwrap(),
  section_id: section_id.unwrap(),
  text: text.unwrap().default(''),
  opens_after_days: z
    .string()
    .default('')
    .transform((days) => Number(days.trim() || 0))
    .pipe(opensAfterDays),
  is_preview: z.boolean().default(false),
  state: z.enum(['draft', 'published']),
});

const describeState = (state: string) => (state === 'published' ? 'Published' : 'Draft');

/** The form of a lesson and its files. */
export function OpenedLesson({ id, contents }: { id: string; contents: Contents }) {
  const { api } = useAdminSession();
  const navigate = useNavigate();
  const toPath = useTabPath(['lesson']);
  const close = () => void navigate(toPath({}), { preventScrollReset: true });
  const isKnownId = isRecordId(id);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [lessonsKey, 'one', id],
    queryFn: ({ signal }) =>
      parseResponse(api.lessons[':id'].$get({ param: { id } }, { init: { signal } })),
    enabled: isKnownId,
    // A form that is opened again should start with the latest version.
    gcTime: 0,
  });
  const files = contents.sections
    .flatMap(({ lessons }) => lessons)
    .find((lesson) => lesson.id === id)?.files;
  if (data)
    return (
      <div className="grid gap-5">
        <LessonForm lesson={data} contents={contents} onDone={close} />
        {files && <LessonFiles lessonId={id} title={data.title} files={files} />}
      </div>
    );
  if (isKnownId && !error) return <ListSkeleton count={1} className="grid" />;
  if (isKnownId && statusOf(error) !== 404)
    return <FailedNotice text="This lesson could not be loaded." query={{ refetch, isFetching }} />;
  return (
    <EmptyBox>
      <span className="grid justify-items-center gap-4">
        Lesson not found.
        <Button variant="secondary" onClick={close}>
          Back to the contents
        </Button>
      </span>
    </EmptyBox>
  );
}

interface EditableLesson {
  id: string;
  section_id: string;
  title: string;
  text: string;
  opens_after_days: number;
  is_preview: boolean;
  is_published: boolean;
  version: number;
}

interface LessonFormProps {
  lesson: EditableLesson;
  contents: Contents;
  onDone: () => void;
}

function LessonForm({ lesson, contents, onDone }: LessonFormProps) {
  const { api } = useAdminSession();
  const { id } = lesson;
  const { sections } = contents;
  const { fields, ...form } = useAdminForm({
    id: `admin-lesson-${id}`,
    table: lessonsKey,
    schema,
    edited: {
      record: lesson,
      toTexts: (row) => ({
        title: row.title,
        section_id: row.section_id,
        text: row.text,
        opens_after_days: String(row.opens_after_days),
        is_preview: row.is_preview ? 'on' : '',
        state: row.is_published ? 'published' : 'draft',
      }),
      compared: {
        title: 'Title',
        section_id: {
          label: 'Section',
          show: (sectionId) => sections.find((one) => one.id === sectionId)?.title ?? 'Deleted',
        },
        text: 'Text',
        opens_after_days: 'Opens after (days)',
        is_preview: { label: 'Public preview', show: (value) => (value ? 'Yes' : 'No') },
        state: { label: 'Publish', show: describeState },
      },
    },
    save: ({ state, ...values }, _, version) =>
      api.lessons[':id'].$patch({
        param: { id },
        json: {
          ...values,
          is_published: state === 'published',
          ...(version !== undefined && { version }),
        },
      }),
    saved: 'Lesson updated',
    failed: 'Failed to update lesson',
    onSaved: onDone,
    onLeft: onDone,
  });
  const { key: previewKey, ...preview } = getInputProps(fields.is_preview, {
    type: 'checkbox',
    ariaAttributes: false,
  });
  return (
    <AdminForm {...form} title="Edit lesson" action="Update Lesson">
      <TextInput field={fields.title} label="Title" />
      <Select field={fields.section_id} label="Section">
        {sections.map((section) => (
          <option key={section.id} value={section.id}>
            {section.title}
          </option>
        ))}
      </Select>
      <PostEditor field={fields.text} record={lesson} label="Text" hasPictures={false} />
      <TextInput
        field={fields.opens_after_days}
        label="Opens after (days)"
        inputMode="numeric"
        isOptional
        hint="Counted from the day of the purchase. With 0, it opens right away."
      />
      <CheckboxField
        {...preview}
        key={previewKey}
        label="Public preview"
        hint="Visitors can open this lesson, without its PDFs. A course has one preview: this one replaces it."
        errors={fields.is_preview.errors}
      />
      <Select field={fields.state} label="Publish" hint="Customers don’t see a draft.">
        <option value="draft">Draft</option>
        <option value="published">Published</option>
      </Select>
    </AdminForm>
  );
}
