import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { CardLink, type Deletion, type RowOf } from '#features/admin-ui/ui/index.ts';
import {
  describeTestimonial,
  freebieForm,
  missingFile,
  testimonialForm,
  videoForm,
} from '#features/content/rules/media.ts';
import { FilmState } from '#features/films/ui/admin/index.ts';
import { Picture, VideoPlayer, watchVideos } from '#features/uploads/ui/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { formatLength } from '#rules/measures.ts';
import { isOwnUrl } from '#rules/picture-url.ts';
import { dayInZone, formatDateAndClock } from '#rules/time-zone.ts';
import { FileName } from './content-form.tsx';
import { ContentTab } from './content-tab.tsx';
import { type ControlProps, defineContent } from './define-content.ts';
import { FileField } from './file-field.tsx';

/**
 * Returns the error message of a failed deletion. If the file cannot be found, it is the server's
 * own.
 */
const mediaDeletionFailed =
  (what: string): Deletion['failed'] =>
  (message, code) =>
    code === 'unusable-file-url' ? message : `Failed to delete ${what}: ${message}`;

/** When a file was uploaded, on the mentor's clock. */
const UploadedAt = ({ instant, timeZone }: { instant: string; timeZone: string }) => (
  <p className="text-sm text-muted">
    <time dateTime={instant}>{formatDateAndClock(instant, timeZone)}</time>
  </p>
);

const videos = defineContent({
  table: 'videos',
  noun: 'video',
  columns: 'two',
  hasPublication: true,
  schema: videoForm.pick({ title: true, subtitle: true, captions_url: true }),
  controls: { captions_url: CaptionsField },
  fieldFile: {
    field: 'captions_url',
    kind: 'captions',
    wrongKind: 'Choose captions: WebVTT (.vtt) or SubRip (.srt).',
    failed: captionsFailed,
  },
  deletionFailed: mediaDeletionFailed('video'),
  file: {
    kind: 'video',
    column: 'video_url',
    label: 'Video',
    otherLabel: 'Another video',
    missing: missingFile.video,
    wrongKind: missingFile.video,
    toFacts: ({ durationSeconds: seconds, posterUrl = null }) => ({
      duration_seconds: seconds ? Math.max(1, Math.round(seconds)) : null,
      poster_url: posterUrl,
    }),
  },
  toCard: (video, { timeZone }) => ({
    title: video.title,
    cover: (
      <VideoPlayer
        title={video.title}
        videoUrl={video.video_url}
        posterUrl={video.poster_url}
        captionsUrl={video.captions_url}
        sizes="(min-width: 768px) 46vw, 92vw"
      />
    ),
    children: (
      <>
        <p className="text-muted">{video.subtitle}</p>
        {video.duration_seconds !== null && (
          <p className="text-sm text-muted">Length: {formatLength(video.duration_seconds)}</p>
        )}
        <UploadedAt instant={video.created_at} timeZone={timeZone} />
        <FilmState id={video.id} title={video.title} />
      </>
    ),
  }),
});

function captionsFailed(reason: string): string {
  return `Failed to upload captions: ${reason}`;
}

function CaptionsField({ field, queue }: ControlProps) {
  return (
    <FileField
      field={field}
      queue={queue}
      label="Captions"
      otherLabel="Other captions"
      removal="Remove captions"
      failed={captionsFailed}
    >
      {(url) => (
        <p className="px-4 pt-3 break-words">
          <FileName urlOrText={url} />
        </p>
      )}
    </FileField>
  );
}

export function VideosTab() {
  useEffect(watchVideos, []);
  return <ContentTab type={videos} />;
}

const freebies = defineContent({
  table: 'freebies',
  noun: 'freebie',
  schema: freebieForm.pick({ title: true }),
  hasPublication: true,
  deletionFailed: mediaDeletionFailed('freebie'),
  file: {
    kind: 'freebie',
    column: 'file_url',
    label: 'PDF',
    otherLabel: 'Another PDF',
    missing: missingFile.freebie,
    wrongKind: missingFile.freebie,
  },
  toCard: ({ title, file_url, created_at }, { timeZone }) => ({
    title,
    actions: (
      <CardLink icon={ExternalLink} spoken={` ${title}`} href={file_url} isExternal>
        View
      </CardLink>
    ),
    children: <UploadedAt instant={created_at} timeZone={timeZone} />,
  }),
});

/** The tab for free PDFs. */
export const FreebiesTab = () => <ContentTab type={freebies} />;

const testimonials = defineContent({
  table: 'testimonials',
  noun: 'testimonial',
  columns: 'four',
  placeholders: 6,
  schema: testimonialForm.pick({ name: true, words: true, alt: true }),
  hasPublication: true,
  deleted: 'Testimonial deleted successfully.',
  deletionFailed: mediaDeletionFailed('testimonial from database'),
  file: {
    kind: 'testimonial',
    column: 'image_url',
    isMultiple: true,
    label: 'Pictures',
    otherLabel: 'Another picture',
    missing: missingFile.testimonial,
    wrongKind: 'Please select an image file to upload.',
    uploadFailed: (reason) => `Failed to upload image: ${reason}`,
  },
  toCard: (testimonial, facts) => {
    const day = formatDay(dayInZone(testimonial.created_at, facts.timeZone));
    const { name, words, alt, image_url } = testimonial;
    return {
      title: name ?? day,
      name: name ?? `Testimonial from ${day}`,
      cover: (
        <TestimonialPicture
          src={image_url}
          alt={toAlt(testimonial, `Testimonial from ${day}`)}
          sizes="(min-width: 1280px) 15rem, (min-width: 768px) 30vw, 46vw"
        />
      ),
      children: (words ?? alt) && <p className="line-clamp-3 text-sm text-muted">{words ?? alt}</p>,
    };
  },
  order: {
    nameOf: toAltInOrder,
    show: (testimonial, index) => (
      <div className="flex items-center gap-4">
        <TestimonialPicture
          src={testimonial.image_url}
          alt={toAltInOrder(testimonial, index)}
          className="w-10 shrink-0"
          sizes="2.5rem"
        />
        <p className="line-clamp-2 min-w-0 font-semibold break-words">
          {toAltInOrder(testimonial, index)}
        </p>
      </div>
    ),
  },
});

/** The tab for testimonials, which are pictures. */
export const TestimonialsTab = () => <ContentTab type={testimonials} />;

type Testimonial = RowOf<'testimonials'>;

const toAlt = (testimonial: Testimonial, otherwise: string) =>
  testimonial.alt ?? describeTestimonial(testimonial, otherwise);

/** Returns the alt text that visitors get. */
function toAltInOrder(testimonial: Testimonial, index: number): string {
  return toAlt(testimonial, `Testimonial ${index + 1}`);
}

interface TestimonialPictureProps {
  src: string;
  alt: string;
  className?: string;
  sizes: string;
}

/** The uncropped picture. Without the box, its `source` elements would be items of the grid. */
function TestimonialPicture({ src, className, ...image }: TestimonialPictureProps) {
  if (!isOwnUrl(src)) return null;
  return (
    <div className={className}>
      <Picture
        {...image}
        src={src}
        width={540}
        height={960}
        className="block aspect-[9/16] h-auto w-full bg-gold-wash object-contain"
      />
    </div>
  );
}
