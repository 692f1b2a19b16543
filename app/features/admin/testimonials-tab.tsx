import { toast } from 'sonner';
import { site } from '#content/site.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { missingFile } from '#domain/media.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { z } from '#domain/zod.ts';
import { useAdminApi } from '../auth/api-client.ts';
import { Picture } from '../media/picture.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import type { UploadItem } from '../uploads/upload-queue.ts';
import { useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, FormBesideList, useAdminForm } from './admin-form.tsx';
import { RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { saveUpload, useBusyWords } from './save-upload.ts';
import { useRecords } from './use-records.ts';

/** Which part of the catalogue a deletion that failed belongs to. */
function describeFailure(message: string, code: string | undefined): string {
  if (code === 'unusable-file-url') return message;
  return code === 'file-not-deleted'
    ? `Failed to delete image from storage: ${message}`
    : `Failed to delete testimonial from database: ${message}`;
}

/** Pictures of what students say: uploaded and deleted. */
export function TestimonialsTab() {
  const testimonials = useRecords('testimonials', {
    noun: 'testimonial',
    deleted: 'Testimonial deleted successfully.',
    deletionFailed: describeFailure,
  });
  return (
    <FormBesideList form={<TestimonialForm />}>
      <RecordList records={testimonials} columns="four" placeholders={6}>
        {({ id, image_url, created_at }) => {
          const day = formatDay(dayInZone(created_at, site.timeZone));
          return (
            <RecordCard
              title={day}
              name={`The testimonial of ${day}`}
              cover={
                isOwnUrl(image_url) && (
                  <Picture
                    src={image_url}
                    alt={`Testimonial of ${day}`}
                    width={540}
                    height={960}
                    sizes="(min-width: 1280px) 15rem, (min-width: 768px) 30vw, 46vw"
                    className="block aspect-[9/16] h-auto w-full bg-gold-wash object-cover"
                  />
                )
              }
              onDelete={(name) => testimonials.remove(id, name)}
            />
          );
        }}
      </RecordList>
    </FormBesideList>
  );
}

/** The keys under which the queue knows the chosen files. */
const filledIn = z.object({
  uploads: z.array(z.string(), missingFile.testimonial).min(1, missingFile.testimonial),
});

const saved = 'Testimonial uploaded successfully!';

/** Several at once: each is saved as soon as it is there. */
function TestimonialForm() {
  const api = useAdminApi();
  const queue = useUploadQueue({
    kind: 'testimonial',
    isMultiple: true,
    wrongKind: 'Please select an image file to upload.',
  });
  const busyAction = useBusyWords(queue);

  const saveOne = ({ key, recordId: id }: UploadItem) =>
    saveUpload(
      queue,
      key,
      (image_url) => api.testimonials.$post({ json: { image_url, id } }),
      (reason) => `Failed to upload image: ${reason}`,
    );

  /** Returns the first refusal, or the last success; each of the others is told by itself. */
  async function saveAll(): Promise<Response> {
    const outcomes = await Promise.allSettled(queue.items().map(saveOne));
    const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failure = outcomes.find((one) => one.status === 'rejected');
    const refusal = answers.find(({ ok }) => !ok);
    const successes = answers.filter(({ ok }) => ok);
    const last = successes.at(-1);
    for (const success of successes) {
      if (success !== last || failure || refusal) toast.success(saved);
    }
    if (refusal) return refusal;
    if (failure || !last) throw failure?.reason ?? new Error('There was nothing to upload');
    return last;
  }

  const { fields, ...form } = useAdminForm({
    id: 'admin-testimonial',
    table: 'testimonials',
    schema: filledIn,
    save: saveAll,
    saved,
    failed: (reason) => `Failed to save testimonial: ${reason}`,
  });
  return (
    <AdminForm
      {...form}
      title="New testimonial"
      action="Upload Testimonial"
      busyAction={busyAction}
    >
      <UploadField
        id="admin-testimonial-files"
        name={fields.uploads.name}
        label="Pictures"
        queue={queue}
        errors={fields.uploads.errors}
      />
    </AdminForm>
  );
}
