import { isUploadOf, type UploadKind } from '#features/uploads/rules/index.ts';
import { emptyAsNull, optionalText, pictureDescription, requiredText, z } from '#rules/zod.ts';
import { publication } from './publication.ts';

export interface Video {
  id: string;
  title: string;
  subtitle: string;
  videoUrl: string;
  /** The rendition that saves data; null if there is none. */
  smallUrl: string | null;
  posterUrl: string | null;
  captionsUrl: string | null;
  durationSeconds: number | null;
  createdAt: Date;
}

export interface Freebie {
  id: string;
  title: string;
  fileUrl: string;
  /** In bytes; null if the file is missing. */
  fileSize: number | null;
}

/** A URL of a file that was uploaded to this site for this purpose. */
const uploadedFile = (kind: UploadKind, missing: string, wrong: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(400, { error: wrong, abort: true })
    .refine((url) => isUploadOf(kind, url), wrong);

export const missingFile = {
  testimonial: 'Please select a file to upload.',
  video: 'Please select a video file to upload.',
  freebie: 'Please select a PDF file to upload.',
} as const;

/** The error for a URL that is not an uploaded file of the right kind. */
export const unusableFile = {
  testimonial: 'Invalid image URL.',
  video: 'Could not determine file path.',
  captions: 'Upload the captions again.',
  freebie: 'Could not determine file path.',
} as const;

export const testimonialForm = z.object({
  image_url: uploadedFile('testimonial', missingFile.testimonial, unusableFile.testimonial),
  alt: pictureDescription.meta({
    label: 'Description',
    help: 'Describe the picture for people who can’t see it.',
  }),
  name: emptyAsNull(optionalText(100)).meta({ label: 'Name', placeholder: 'Thandi M.' }),
  words: emptyAsNull(optionalText(1_000)).meta({
    label: 'Quote',
    help: 'What the student says. Shown below the picture, with the name.',
    isLong: true,
  }),
  published_at: publication,
});

export const videoForm = z.object({
  title: requiredText('A title is required.', 1, 300).meta({ label: 'Title' }),
  subtitle: requiredText('A subtitle is required.', 1, 500).meta({ label: 'Subtitle' }),
  video_url: uploadedFile('video', missingFile.video, unusableFile.video),
  poster_url: uploadedFile('poster', unusableFile.video, unusableFile.video).nullish(),
  captions_url: emptyAsNull(
    uploadedFile('captions', unusableFile.captions, unusableFile.captions),
  ).meta({ label: 'Captions' }),
  duration_seconds: z.int().min(1).max(1_000_000).nullish(),
  published_at: publication,
});

export const freebieForm = z.object({
  title: requiredText('A title is required.', 1, 300).meta({ label: 'Title' }),
  file_url: uploadedFile('freebie', missingFile.freebie, unusableFile.freebie),
  published_at: publication,
});

/** Returns the default alt text of a testimonial's picture. */
export const describeTestimonial = (
  { name, words }: { name: string | null; words: string | null },
  otherwise: string,
): string => (name ? `Testimonial from ${name}` : words ? 'Testimonial' : otherwise);
