import { ExternalLink } from 'lucide-react';
import { toast } from '#app/ui/toast.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { freebieForm, missingFile, videoForm } from '#domain/media.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { dayInZone, formatDateAndClock } from '#domain/time-zone.ts';
import { z } from '#domain/zod.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { TextInput } from '../forms/form-fields.tsx';
import { Picture } from '../media/picture.tsx';
import { VideoPlayer } from '../media/video-player.tsx';
import { useFacts } from '../shell/facts.ts';
import { UploadField } from '../uploads/upload-field.tsx';
import type { UploadItem } from '../uploads/upload-queue.ts';
import { saveUpload, useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import type { Deletion } from './deletions.tsx';
import { CardLink, RecordCard } from './record-card.tsx';
import { ContentTab } from './record-list.tsx';

/** What is said of a deletion that failed; of a file that cannot be found, the server's own sentence. */
const deletionFailed =
  (what: string): Deletion['failed'] =>
  (message, code) =>
    code === 'unusable-file-url' ? message : `Failed to delete ${what}: ${message}`;

function UploadedAt({ instant }: { instant: string }) {
  const { timeZone } = useFacts();
  return (
    <p className="text-sm text-muted">
      <time dateTime={instant}>{formatDateAndClock(instant, timeZone)}</time>
    </p>
  );
}

/** Videos: uploaded, looked at and deleted. */
export const VideosTab = () => (
  <ContentTab
    table="videos"
    noun="video"
    deletionFailed={deletionFailed('video')}
    columns="two"
    form={<VideoForm />}
  >
    {({ title, subtitle, video_url, poster_url, created_at }, onDelete) => (
      <RecordCard
        title={title}
        cover={<VideoPlayer title={title} videoUrl={video_url} posterUrl={poster_url} />}
        onDelete={onDelete}
      >
        <p className="text-muted">{subtitle}</p>
        <UploadedAt instant={created_at} />
      </RecordCard>
    )}
  </ContentTab>
);

/** While the file is on its way, the form holds the key under which the queue knows it. */
const filledInVideo = videoForm
  .omit({ video_url: true, published_at: true })
  .extend({ upload: z.string(missingFile.video) });

function VideoForm() {
  const { api } = useAdminSession();
  const queue = useUploadQueue({ kind: 'video', wrongKind: missingFile.video });
  const { fields, ...form } = useAdminForm({
    id: 'admin-video',
    table: 'videos',
    queue,
    schema: filledInVideo,
    save: ({ upload, ...words }, id) =>
      saveUpload(queue, upload, (video_url) =>
        api.videos.$post({ json: { ...words, video_url, id } }),
      ),
    saved: 'Video uploaded successfully!',
    failed: (reason) => `Failed to save video details: ${reason}`,
  });
  return (
    <AdminForm {...form} title="New video" action="Upload Video">
      <TextInput field={fields.title} label="Title" />
      <TextInput field={fields.subtitle} label="Subtitle" />
      <UploadField field={fields.upload} label="Video" queue={queue} />
    </AdminForm>
  );
}

/** Free PDFs: uploaded, opened and deleted. */
export const FreebiesTab = () => (
  <ContentTab
    table="freebies"
    noun="freebie"
    deletionFailed={deletionFailed('freebie')}
    form={<FreebieForm />}
  >
    {({ title, file_url, created_at }, onDelete) => (
      <RecordCard
        title={title}
        actions={
          <CardLink icon={ExternalLink} href={file_url} isExternal>
            View<span className="sr-only"> {title}</span>
          </CardLink>
        }
        onDelete={onDelete}
      >
        <UploadedAt instant={created_at} />
      </RecordCard>
    )}
  </ContentTab>
);

const filledInFreebie = freebieForm
  .omit({ file_url: true, published_at: true })
  .extend({ upload: z.string(missingFile.freebie) });

function FreebieForm() {
  const { api } = useAdminSession();
  const queue = useUploadQueue({ kind: 'freebie', wrongKind: missingFile.freebie });
  const { fields, ...form } = useAdminForm({
    id: 'admin-freebie',
    table: 'freebies',
    queue,
    schema: filledInFreebie,
    save: ({ upload, ...words }, id) =>
      saveUpload(queue, upload, (file_url) =>
        api.freebies.$post({ json: { ...words, file_url, id } }),
      ),
    saved: 'Freebie uploaded successfully!',
    failed: (reason) => `Failed to save freebie details: ${reason}`,
  });
  return (
    <AdminForm {...form} title="New freebie" action="Upload Freebie">
      <TextInput field={fields.title} label="Title" />
      <UploadField field={fields.upload} label="PDF" queue={queue} />
    </AdminForm>
  );
}

/** Pictures of what students say: uploaded and deleted. */
export function TestimonialsTab() {
  const site = useFacts();
  return (
    <ContentTab
      table="testimonials"
      noun="testimonial"
      deleted="Testimonial deleted successfully."
      deletionFailed={deletionFailed('testimonial from database')}
      columns="four"
      placeholders={6}
      form={<TestimonialForm />}
    >
      {({ image_url, created_at }, onDelete) => {
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
            onDelete={onDelete}
          />
        );
      }}
    </ContentTab>
  );
}

const filledInTestimonials = z.object({
  uploads: z.array(z.string(), missingFile.testimonial).min(1, missingFile.testimonial),
});

const testimonialSaved = 'Testimonial uploaded successfully!';

/** Several at once: each is saved as soon as it is there. */
function TestimonialForm() {
  const { api } = useAdminSession();
  const queue = useUploadQueue({
    kind: 'testimonial',
    isMultiple: true,
    wrongKind: 'Please select an image file to upload.',
  });

  const saveOne = ({ key, recordId: id }: UploadItem) =>
    saveUpload(
      queue,
      key,
      (image_url) => api.testimonials.$post({ json: { image_url, id } }),
      (reason) => `Failed to upload image: ${reason}`,
    );

  /** Returns the first refusal, or the last success; the others are said one by one. */
  async function saveAll(): Promise<Response> {
    const results = await Promise.allSettled(queue.items().map(saveOne));
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
    schema: filledInTestimonials,
    save: saveAll,
    saved: testimonialSaved,
    failed: (reason) => `Failed to save testimonial: ${reason}`,
  });
  return (
    <AdminForm {...form} title="New testimonial" action="Upload Testimonial">
      <UploadField field={fields.uploads} label="Pictures" queue={queue} />
    </AdminForm>
  );
}
