import type { FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { toast } from '#app/ui/toast.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { missingFile, testimonialForm } from '#domain/media.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { z } from '#domain/zod.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { TextInput } from '../forms/form-fields.tsx';
import { Picture } from '../media/picture.tsx';
import { useFacts } from '../shell/facts.ts';
import { UploadField } from '../uploads/upload-field.tsx';
import type { UploadItem } from '../uploads/upload-queue.ts';
import { saveUpload, useUploadItems, useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { ContentTab } from './content-tab.tsx';
import { mediaDeletionFailed } from './media-words.tsx';
import {
  PublicationBadge,
  PublicationField,
  publicationText,
  usePublication,
} from './publication-field.tsx';
import { RecordCard } from './record-card.tsx';
import { type OpenedForm, toFormId } from './use-edited-record.ts';
import type { RowOf } from './use-records.ts';

type Testimonial = RowOf<'testimonials'>;

function useDayOf() {
  const { timeZone } = useFacts();
  return ({ created_at }: Testimonial) => formatDay(dayInZone(created_at, timeZone));
}

/** Pictures of what students say: uploaded, described, put in order and deleted. */
export function TestimonialsTab() {
  const dayOf = useDayOf();
  return (
    <ContentTab
      table="testimonials"
      noun="testimonial"
      deleted="Testimonial deleted successfully."
      deletionFailed={mediaDeletionFailed('testimonial from database')}
      columns="four"
      placeholders={6}
      form={(opened) =>
        opened.record ? (
          <TestimonialEditForm {...opened} record={opened.record} />
        ) : (
          <TestimonialForm />
        )
      }
      order={{
        nameOf: nameInOrder,
        show: (testimonial, index) => <OrderedTestimonial {...{ testimonial, index }} />,
      }}
    >
      {(testimonial, onDelete) => (
        <RecordCard
          title={dayOf(testimonial)}
          name={`The testimonial of ${dayOf(testimonial)}`}
          editId={testimonial.id}
          cover={
            <TestimonialPicture
              testimonial={testimonial}
              className="w-full"
              sizes="(min-width: 1280px) 15rem, (min-width: 768px) 30vw, 46vw"
            />
          }
          onDelete={onDelete}
        >
          <PublicationBadge publishedAt={testimonial.published_at} />
          {testimonial.alt && <p className="line-clamp-3 text-sm text-muted">{testimonial.alt}</p>}
        </RecordCard>
      )}
    </ContentTab>
  );
}

/** Visitors hear the same of one without a description. */
const nameInOrder = ({ alt }: Testimonial, index: number) => alt ?? `Testimonial ${index + 1}`;

function OrderedTestimonial({ testimonial, index }: { testimonial: Testimonial; index: number }) {
  const dayOf = useDayOf();
  const { describe } = usePublication();
  return (
    <div className="flex items-center gap-4">
      <TestimonialPicture testimonial={testimonial} className="w-10 shrink-0" sizes="2.5rem" />
      <div className="min-w-0">
        <p className="line-clamp-2 font-semibold break-words">{nameInOrder(testimonial, index)}</p>
        <p className="text-sm text-muted">
          {describe(testimonial.published_at) ?? dayOf(testimonial)}
        </p>
      </div>
    </div>
  );
}

interface TestimonialPictureProps {
  testimonial: Testimonial;
  className: string;
  sizes: string;
}

function TestimonialPicture({ testimonial, className, sizes }: TestimonialPictureProps) {
  const dayOf = useDayOf();
  if (!isOwnUrl(testimonial.image_url)) return null;
  return (
    // A box of its own: else the picture's sources take a place each where it stands beside others.
    <div className={className}>
      <Picture
        src={testimonial.image_url}
        alt={testimonial.alt ?? `Testimonial of ${dayOf(testimonial)}`}
        width={540}
        height={960}
        sizes={sizes}
        className="block aspect-[9/16] h-auto w-full bg-gold-wash object-cover"
      />
    </div>
  );
}

/** A picture that was uploaded, or the name of one that is chosen instead. */
const showPicture = (urlOrName: string) =>
  findStoragePath(urlOrName) === undefined ? (
    urlOrName
  ) : (
    <Picture
      src={urlOrName}
      alt=""
      width={540}
      height={960}
      sizes="6rem"
      className="block aspect-[9/16] h-auto w-24 bg-gold-wash object-cover"
    />
  );

const words = testimonialForm.omit({ image_url: true }).extend({ published_at: publicationText });

interface DescriptionInputProps {
  field: FieldMetadata<unknown>;
  /** Which picture it is of, where there are several. */
  picture?: string | undefined;
}

const DescriptionInput = ({ field, picture }: DescriptionInputProps) => (
  <TextInput
    field={field}
    label="Description"
    isOptional
    hint={
      picture
        ? `What ${picture} says, for those who cannot see it. The others can be given theirs afterwards, by their Edit buttons.`
        : 'What the picture says, for those who cannot see it.'
    }
  />
);

const filledIn = words.extend({
  uploads: z.array(z.string(), missingFile.testimonial).min(1, missingFile.testimonial),
});

const testimonialSaved = 'Testimonial uploaded successfully!';

const wrongKind = 'Please select an image file to upload.';

const uploadFailed = (reason: string) => `Failed to upload image: ${reason}`;

/** Several at once: each is saved as soon as it is there. */
function TestimonialForm() {
  const { api } = useAdminSession();
  const publication = usePublication();
  const queue = useUploadQueue({ kind: 'testimonial', isMultiple: true, wrongKind });
  const chosen = useUploadItems(queue);
  const isOne = chosen.length < 2;
  // What was written about the first one stays its own when others come.
  const [describedKey, setDescribedKey] = useState<string>();
  const described = chosen.find(({ key }) => key === describedKey);
  if (isOne && chosen[0]?.key !== describedKey) setDescribedKey(chosen[0]?.key);

  async function saveAll(json: {
    alt: string | null;
    published_at: string | null;
  }): Promise<Response> {
    const saveOne = ({ key, recordId: id }: UploadItem) => {
      const alt = isOne || key === describedKey ? json.alt : null;
      return saveUpload(
        queue,
        key,
        (image_url) => api.testimonials.$post({ json: { ...json, alt, image_url, id } }),
        uploadFailed,
      );
    };
    const results = await Promise.allSettled(queue.items().map(saveOne));
    // The first refusal is returned, or the last success; the others are said one by one.
    const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failure = results.find((one) => one.status === 'rejected');
    const refusal = answers.find(({ ok }) => !ok);
    const successes = answers.filter(({ ok }) => ok);
    const last = failure || refusal ? undefined : successes.pop();
    for (const _ of successes) toast.success(testimonialSaved);
    const answer = refusal ?? last;
    if (answer) return answer;
    throw failure?.reason ?? new Error('There was nothing to upload');
  }

  const { fields, ...form } = useAdminForm({
    id: 'admin-testimonial',
    table: 'testimonials',
    queue,
    schema: filledIn,
    save: ({ alt, published_at }) =>
      saveAll({ alt, published_at: publication.toSent(published_at) }),
    saved: testimonialSaved,
    failed: (reason) => `Failed to save testimonial: ${reason}`,
  });
  return (
    <AdminForm {...form} title="New testimonial" action="Upload Testimonial">
      <UploadField field={fields.uploads} label="Pictures" queue={queue} />
      {isOne || described ? (
        <DescriptionInput field={fields.alt} picture={isOne ? undefined : described?.file.name} />
      ) : (
        <p className="text-sm text-muted">
          Each can be given a description afterwards, by its Edit button.
        </p>
      )}
      <PublicationField field={fields.published_at} />
    </AdminForm>
  );
}

const changed = words.extend({ upload: z.string().optional() });

/** Describes a picture that was uploaded, or puts another in its place. */
function TestimonialEditForm(opened: OpenedForm<Testimonial> & { record: Testimonial }) {
  const { record, onDone } = opened;
  const { api } = useAdminSession();
  const publication = usePublication();
  const queue = useUploadQueue({ kind: 'testimonial', place: record.id, wrongKind });
  const { fields, ...form } = useAdminForm({
    id: toFormId('testimonial', opened),
    table: 'testimonials',
    queue,
    schema: changed,
    edited: {
      record,
      toTexts: (shown) => ({
        ...{ alt: shown.alt ?? '', image_url: shown.image_url },
        published_at: publication.toText(shown.published_at),
      }),
      compared: {
        image_url: { label: 'Picture', show: showPicture },
        alt: 'Description',
        published_at: publication.compared,
      },
      fileField: 'image_url',
    },
    save({ upload, alt, published_at }, _, version) {
      const json = { alt, published_at: publication.toSent(published_at), version };
      const change = (file?: { image_url: string }) =>
        api.testimonials[':id'].$patch({ param: { id: record.id }, json: { ...json, ...file } });
      return upload
        ? saveUpload(queue, upload, (image_url) => change({ image_url }), uploadFailed)
        : change();
    },
    saved: 'Testimonial updated successfully',
    failed: (reason) => `Failed to update testimonial: ${reason}`,
    ...{ onSaved: onDone, onLeft: onDone },
  });
  return (
    <AdminForm {...form} title="Edit testimonial" action="Update Testimonial">
      <TestimonialPicture
        testimonial={record}
        className="w-32 overflow-hidden rounded-sm"
        sizes="8rem"
      />
      <DescriptionInput field={fields.alt} />
      <UploadField field={fields.upload} label="Another picture" queue={queue} isOptional />
      <PublicationField field={fields.published_at} publishedAt={record.published_at} />
    </AdminForm>
  );
}
