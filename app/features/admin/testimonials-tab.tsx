import { formatDay } from '#domain/calendar-day.ts';
import { describeTestimonial, missingFile, testimonialForm } from '#domain/media.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { Picture } from '../media/picture.tsx';
import { ContentTab } from './content-tab.tsx';
import { defineContent } from './define-content.ts';
import { mediaDeletionFailed } from './media-parts.tsx';
import type { RowOf } from './use-records.ts';

const testimonials = defineContent({
  ...{ table: 'testimonials', noun: 'testimonial', columns: 'four', placeholders: 6 },
  schema: testimonialForm.pick({ name: true, words: true, alt: true }),
  hasPublication: true,
  deleted: 'Testimonial deleted successfully.',
  deletionFailed: mediaDeletionFailed('testimonial from database'),
  file: {
    ...{ kind: 'testimonial', column: 'image_url', isMultiple: true },
    ...{ label: 'Pictures', otherLabel: 'Another picture', missing: missingFile.testimonial },
    wrongKind: 'Please select an image file to upload.',
    uploadFailed: (reason) => `Failed to upload image: ${reason}`,
  },
  toCard: (testimonial, facts) => {
    const day = formatDay(dayInZone(testimonial.created_at, facts.timeZone));
    const { name, words, alt, image_url } = testimonial;
    return {
      title: name ?? day,
      name: name ?? `The testimonial of ${day}`,
      cover: (
        <TestimonialPicture
          src={image_url}
          alt={toAlt(testimonial, `Testimonial of ${day}`)}
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

/** Testimonials as pictures: uploaded, described, put in order and deleted. */
export const TestimonialsTab = () => <ContentTab type={testimonials} />;

type Testimonial = RowOf<'testimonials'>;

const toAlt = (testimonial: Testimonial, otherwise: string) =>
  testimonial.alt ?? describeTestimonial(testimonial, otherwise);

/** The alt text that visitors get. */
function toAltInOrder(testimonial: Testimonial, index: number): string {
  return toAlt(testimonial, `Testimonial ${index + 1}`);
}

interface TestimonialPictureProps {
  src: string;
  alt: string;
  className?: string;
  sizes: string;
}

/** The whole picture. The box keeps its `source` elements out of the grid around it. */
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
