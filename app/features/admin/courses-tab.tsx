import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { courseForm } from '#domain/course.ts';
import { useAdminApi } from '../auth/api-client.ts';
import { useDraftLines, writeValue } from '../forms/draft.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { AdminForm, FormBesideList, useAdminForm } from './admin-form.tsx';
import { RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { useRecords } from './use-records.ts';

/** Courses: added and deleted. */
export function CoursesTab() {
  const courses = useRecords('courses', { noun: 'course' });
  return (
    <FormBesideList form={<CourseForm />}>
      <RecordList records={courses} columns="two">
        {({ id, title, price, description, features }) => (
          <RecordCard
            title={title}
            aside={<span className="font-semibold text-gold">{price}</span>}
            onDelete={(name) => courses.remove(id, name)}
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
      </RecordList>
    </FormBesideList>
  );
}

const formId = 'admin-course';

function CourseForm() {
  const api = useAdminApi();
  const features = useDraftLines(formId, 'added-features');
  const { fields, ...form } = useAdminForm({
    id: formId,
    table: 'courses',
    schema: courseForm,
    save: (values, id) => api.courses.$post({ json: { ...values, id } }),
    saved: 'Course added successfully',
    failed: 'Failed to add course',
    onSaved: features.clear,
  });
  return (
    <AdminForm {...form} title="New course" action="Add Course">
      <TextInput field={fields.title} label="Title" />
      <TextInput field={fields.price} label="Price" placeholder="R1500" />
      <TextArea
        field={fields.description}
        label="Description"
        isOptional
        rows={3}
        className="min-h-24"
      />
      <FeatureField
        id={`${formId}-feature`}
        name={fields.features.name}
        features={features.lines}
        onChange={features.setLines}
        errors={fields.features.errors}
      />
    </AdminForm>
  );
}

interface FeatureFieldProps {
  id: string;
  name: string;
  features: string[];
  onChange: (features: string[]) => void;
  errors: string[] | undefined;
}

/**
 * What a course holds, added one at a time: by the button or by Enter. A blank adds nothing.
 * What stands in the line when the form is sent counts as added.
 */
function FeatureField({ id, name, features, onChange, errors }: FeatureFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  function add() {
    const line = input.current;
    const feature = line?.value.trim();
    if (line && feature) {
      onChange([...features, feature]);
      writeValue(line, '');
    }
    line?.focus();
  }

  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          ref={input}
          id={id}
          name={name}
          label="Features"
          isOptional
          placeholder="Add a feature"
          errors={errors}
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
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
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
              <input type="hidden" name={name} value={feature} />
              <IconButton
                label={`Remove ${feature}`}
                onClick={() => {
                  onChange(features.filter((_, other) => other !== index));
                  input.current?.focus();
                }}
              >
                <X aria-hidden className="size-4" strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
