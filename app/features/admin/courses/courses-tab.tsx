import { getInputProps, getTextareaProps } from '@conform-to/react';
import { parseResponse } from 'hono/client';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { courseForm } from '#domain/course.ts';
import { useKeptLines } from '../../forms/use-kept-lines.ts';
import { useAdminApi } from '../admin-api.ts';
import { AdminForm } from '../form/admin-form.tsx';
import { useAdminForm } from '../form/use-admin-form.ts';
import { AdminCard } from '../list/admin-card.tsx';
import { AdminList } from '../list/admin-list.tsx';
import { useAdminList } from '../list/use-admin-list.ts';
import { TabLayout } from '../tab-layout.tsx';
import { FeatureField } from './feature-field.tsx';

/** Courses: added and deleted. */
export function CoursesTab() {
  const api = useAdminApi();
  const list = useAdminList({
    table: 'courses',
    what: 'courses',
    readPage: (cursor, signal) =>
      parseResponse(api.courses.$get({ query: { cursor } }, { init: { signal } })),
  });
  return (
    <TabLayout form={<CourseForm />}>
      <AdminList list={list} label="Courses" emptyText="No courses found." columns="two">
        {({ id, title, price, description, features }) => (
          <AdminCard
            title={title}
            aside={<span className="font-semibold text-gold">{price}</span>}
            deletion={{
              id,
              table: 'courses',
              noun: 'course',
              name: title,
              send: () =>
                parseResponse(
                  api.courses[':id'].$delete({ param: { id } }, { init: { keepalive: true } }),
                ),
              done: 'Course deleted successfully',
              failed: () => 'Failed to delete course',
            }}
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
          </AdminCard>
        )}
      </AdminList>
    </TabLayout>
  );
}

const formId = 'admin-course';

function CourseForm() {
  const api = useAdminApi();
  const { lines: features, setLines: setFeatures, empty } = useKeptLines(formId, 'added-features');
  const { form, fields, ...shared } = useAdminForm({
    id: formId,
    table: 'courses',
    schema: courseForm,
    save: (values, id) => api.courses.$post({ json: { ...values, id } }),
    saved: 'Course added successfully',
    failed: 'Failed to add course',
    onSaved: empty,
  });
  return (
    <AdminForm
      title="New course"
      form={form}
      {...shared}
      action="Add Course"
      busyAction="Saving..."
    >
      <TextField
        {...getInputProps(fields.title, { type: 'text', ariaAttributes: false })}
        label="Title"
        errors={fields.title.errors}
      />
      <TextField
        {...getInputProps(fields.price, { type: 'text', ariaAttributes: false })}
        label="Price"
        placeholder="R1500"
        errors={fields.price.errors}
      />
      <TextAreaField
        {...getTextareaProps(fields.description, { ariaAttributes: false })}
        label="Description"
        isOptional
        rows={3}
        className="min-h-24"
        errors={fields.description.errors}
      />
      <FeatureField
        id={`${form.id}-feature`}
        name={fields.features.name}
        features={features}
        onChange={setFeatures}
        errors={fields.features.errors}
      />
    </AdminForm>
  );
}
