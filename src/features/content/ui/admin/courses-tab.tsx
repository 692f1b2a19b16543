import { getTextareaProps } from '@conform-to/react';
import { ListVideo, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { CardPageLink } from '#features/admin-ui/ui/index.ts';
import {
  courseAccessDays,
  courseAmount,
  courseForm,
  courseSessions,
  isPlanCourse,
  priceRequired,
} from '#features/content/rules/course.ts';
import { CourseCustomersLink, CourseCustomersPanel } from '#features/customers/ui/admin/index.ts';
import { writeValue } from '#features/forms/ui/index.ts';
import { formatRand, parseAmount } from '#rules/money.ts';
import { z } from '#rules/zod.ts';
import { IconButton } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { ContentTab } from './content-tab.tsx';
import { type ControlProps, defineContent } from './define-content.ts';

/** The id of the link that opens the contents of a course. The focus returns to it. */
export const contentsLinkId = (courseId: string) => `contents-${courseId}`;

const toLines = (features: string) => features.split('\n').filter(Boolean);

/** A number as it is typed. Nothing is null. */
const wholeNumber = <Schema extends z.ZodType<number | null, number | null>>(schema: Schema) =>
  z
    .string()
    .default('')
    .transform((text) => (text.trim() ? Number(text) : null))
    .pipe(schema)
    .meta(schema.meta() ?? {});

/** The form holds one feature per line, so that the features are part of the draft. */
const schema = courseForm
  .omit({ published_at: true })
  .extend({
    amount_cents: z
      .string()
      .default('')
      .transform((text) => (text.trim() ? (parseAmount(text) ?? text) : null))
      .pipe(courseAmount)
      .meta(courseAmount.meta() ?? {}),
    access_days: wholeNumber(courseAccessDays),
    sessions: wholeNumber(courseSessions),
    features: z
      .string()
      .default('')
      .transform((lines): z.input<typeof courseForm>['features'] => toLines(lines))
      .pipe(courseForm.shape.features)
      .meta({ label: 'Features' }),
    nextFeature: z.string().default(''),
  })
  .refine(({ price, amount_cents }) => Boolean(price) || amount_cents !== null, {
    path: ['price'],
    message: priceRequired,
  });

const courses = defineContent({
  table: 'courses',
  noun: 'course',
  columns: 'two',
  hasPublication: true,
  isFixed: isPlanCourse,
  schema,
  controls: { features: FeatureField, nextFeature: () => null, has_downloads: 'checkbox' },
  toTexts: ({ features, amount_cents }) => ({
    amount_cents: amount_cents === null ? '' : formatRand(amount_cents),
    features: features.join('\n'),
    nextFeature: '',
  }),
  // A copy gets its own name in addresses.
  toNew: (copied) => ({ ...copied, slug: '' }),
  // Includes a feature that was typed but not yet added.
  toSent: ({ nextFeature, ...values }) => ({
    ...values,
    features: [...(values.features as string[]), nextFeature],
  }),
  deletionFailed: (message, code) =>
    code === 'course-needed' ? message : 'Failed to delete course',
  toCard: ({ id, title, price, description, features, access_days, sessions, has_downloads }) => ({
    title,
    aside: isPlanCourse({ id }) ? (
      'Sold by a plan card on the services page'
    ) : (
      <span className="font-semibold text-gold">{price}</span>
    ),
    actions: (
      <>
        <CardPageLink
          icon={ListVideo}
          spoken={` of ${title}`}
          id={contentsLinkId(id)}
          to={`?contents=${id}`}
        >
          Contents
        </CardPageLink>
        <CourseCustomersLink id={id} title={title} />
      </>
    ),
    children: (
      <>
        {access_days !== null && (
          <p className="text-sm text-muted">
            Access for {access_days.toLocaleString('en')} {access_days === 1 ? 'day' : 'days'}
          </p>
        )}
        {has_downloads && <p className="text-sm text-muted">Films can be downloaded</p>}
        {sessions !== null && (
          <p className="text-sm text-muted">
            Includes {sessions} {sessions === 1 ? 'session' : 'sessions'}
          </p>
        )}
        {description && <p className="whitespace-pre-line">{description}</p>}
        {features.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5 text-muted">
            {features.map((feature, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: features neither move nor have names
              <li key={index}>{feature}</li>
            ))}
          </ul>
        )}
      </>
    ),
  }),
  order: {
    nameOf: ({ title }) => title,
    show: ({ title, price }) => (
      <>
        <p className="font-semibold break-words">{title}</p>
        <p className="text-sm text-muted">{price}</p>
      </>
    ),
  },
});

export const CoursesTab = () => (
  <>
    <ContentTab type={courses} />
    <CourseCustomersPanel />
  </>
);

/** The features, added one at a time with the button or Enter. Blank ones are ignored. */
function FeatureField({ field, fields }: ControlProps) {
  const list = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const features = toLines(String(field.value ?? ''));

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
      <textarea {...getTextareaProps(field, { ariaAttributes: false })} ref={list} hidden />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          ref={input}
          id={fields.nextFeature?.id ?? ''}
          name="nextFeature"
          label="Features"
          isOptional
          placeholder="Add a feature"
          errors={field.errors}
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
