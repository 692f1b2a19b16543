import { type FieldMetadata, getTextareaProps } from '@conform-to/react';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { courseForm } from '#domain/course.ts';
import { z } from '#domain/zod.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { writeValue } from '../forms/draft.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { ContentTab } from './content-tab.tsx';
import { RecordCard } from './record-card.tsx';
import { type OpenedForm, toFormId } from './use-edited-record.ts';
import type { RowOf } from './use-records.ts';

type Course = RowOf<'courses'>;

/** Courses: added, changed, put in order and deleted. */
export const CoursesTab = () => (
  <ContentTab
    table="courses"
    noun="course"
    columns="two"
    form={(opened) => <CourseForm {...opened} />}
    order={{
      nameOf: ({ title }) => title,
      show: ({ title, price }) => (
        <>
          <p className="font-semibold break-words">{title}</p>
          <p className="text-sm text-muted">{price}</p>
        </>
      ),
    }}
  >
    {({ id, title, price, description, features }, onDelete) => (
      <RecordCard
        title={title}
        editId={id}
        aside={<span className="font-semibold text-gold">{price}</span>}
        onDelete={onDelete}
      >
        {description && <p className="whitespace-pre-line">{description}</p>}
        {features.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5 text-muted">
            {features.map((feature, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: features neither move nor have names
              <li key={index}>{feature}</li>
            ))}
          </ul>
        )}
      </RecordCard>
    )}
  </ContentTab>
);

const toLines = (features: string) => features.split('\n').filter(Boolean);

type CourseValues = z.input<typeof courseForm>;

/** While a course is written, its features stand one a line: so they are part of the draft. */
const filledIn = courseForm.extend({
  features: z
    .string()
    .default('')
    .transform((lines): CourseValues['features'] => toLines(lines))
    .pipe(courseForm.shape.features),
  nextFeature: z.string().default(''),
});

const toTexts = ({ title, price, description, features }: Course) => ({
  ...{ title, price, description: description ?? '' },
  features: features.join('\n'),
});

const compared = {
  ...{ title: 'Title', price: 'Price', description: 'Description', features: 'Features' },
};

function CourseForm(opened: OpenedForm<Course>) {
  const { record, onDone } = opened;
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: toFormId('course', opened),
    table: 'courses',
    schema: filledIn,
    edited: record && { record, toTexts, compared },
    save({ features, nextFeature, ...values }, id, version) {
      // What stands in the line when the form is sent counts as added.
      const json = { ...values, features: [...features, nextFeature] };
      return record
        ? api.courses[':id'].$patch({ param: { id: record.id }, json: { ...json, version } })
        : api.courses.$post({ json: { ...json, id } });
    },
    saved: record ? 'Course updated successfully' : 'Course added successfully',
    failed: record ? 'Failed to update course' : 'Failed to add course',
    ...{ onSaved: onDone, onLeft: onDone },
  });
  return (
    <AdminForm
      {...form}
      title={record ? 'Edit course' : 'New course'}
      action={record ? 'Update Course' : 'Add Course'}
    >
      <TextInput field={fields.title} label="Title" />
      <TextInput
        field={fields.price}
        label="Price"
        placeholder="R1500"
        hint="Shown as you write it."
      />
      <TextArea field={fields.description} label="Description" isOptional rows={3} />
      <FeatureField added={fields.features} next={fields.nextFeature} />
    </AdminForm>
  );
}

interface FeatureFieldProps {
  added: FieldMetadata<unknown>;
  next: FieldMetadata<unknown>;
}

/** What a course holds, added one at a time: by the button or by Enter. A blank adds nothing. */
function FeatureField({ added, next }: FeatureFieldProps) {
  const list = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const features = toLines(String(added.value ?? ''));

  function change(changed: string[]) {
    if (list.current) writeValue(list.current, changed.join('\n'));
    input.current?.focus();
  }

  function add() {
    const feature = input.current?.value.trim();
    if (input.current && feature) writeValue(input.current, '');
    change(feature ? [...features, feature] : features);
  }

  return (
    <div className="grid gap-3">
      <textarea {...getTextareaProps(added, { ariaAttributes: false })} ref={list} hidden />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          ref={input}
          id={next.id}
          name={next.name}
          label="Features"
          isOptional
          placeholder="Add a feature"
          errors={added.errors}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <IconButton
          label="Add feature"
          className="size-12 border border-hairline-strong"
          onClick={add}
        >
          <Plus className="size-5" />
        </IconButton>
      </div>
      {features.length > 0 && (
        <ul aria-label="Features of this course" className="grid gap-1">
          {features.map((feature, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two features may be the same
              key={index}
              className="flex items-center justify-between gap-3 border-b border-hairline"
            >
              <span className="min-w-0 py-2">{feature}</span>
              <IconButton
                label={`Remove ${feature}`}
                onClick={() => change(features.filter((_, other) => other !== index))}
              >
                <X className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
