import { toast } from 'sonner';
import { z } from 'zod';
import { missingFile } from '#domain/media.ts';
import { UploadField } from '../../uploads/upload-field.tsx';
import type { UploadItem } from '../../uploads/upload-queue.ts';
import { useUploadItems, useUploadQueue } from '../../uploads/upload-queues.tsx';
import { useAdminApi } from '../admin-api.ts';
import { AdminForm } from '../form/admin-form.tsx';
import { busyWords } from '../form/busy-words.ts';
import { urlOfUpload } from '../form/url-of-upload.ts';
import { useAdminForm } from '../form/use-admin-form.ts';

/** The keys under which the queue knows the chosen files. */
const filledIn = z.object({
  uploads: z.array(z.string(), missingFile.testimonial).min(1, missingFile.testimonial),
});

const saved = 'Testimonial uploaded successfully!';

/** Uploads testimonials, several at once: each is saved as soon as it is there. */
export function TestimonialForm() {
  const api = useAdminApi();
  const queue = useUploadQueue({
    kind: 'testimonial',
    isMultiple: true,
    wrongKind: 'Please select an image file to upload.',
  });
  const items = useUploadItems(queue);

  async function saveOne({ key, recordId: id }: UploadItem): Promise<Response> {
    const image_url = await urlOfUpload(queue, key, (why) => `Failed to upload image: ${why}`);
    const response = await api.testimonials.$post({ json: { image_url, id } });
    if (response.ok) queue.settle(key);
    return response;
  }

  /** Answers the first refusal, or the last success; each of the others is told by itself. */
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

  const { form, fields, ...shared } = useAdminForm({
    id: 'admin-testimonial',
    table: 'testimonials',
    schema: filledIn,
    save: saveAll,
    saved,
    failed: (reason) => `Failed to save testimonial: ${reason}`,
  });
  return (
    <AdminForm
      title="New testimonial"
      form={form}
      {...shared}
      action="Upload Testimonial"
      busyAction={busyWords(items)}
    >
      <UploadField
        id={`${form.id}-files`}
        name={fields.uploads.name}
        label="Pictures"
        queue={queue}
        errors={fields.uploads.errors}
      />
    </AdminForm>
  );
}
