import { formatDay } from '#domain/calendar-day.ts';
import { describeTestimonial, missingFile, testimonialForm } from '#domain/media.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { Picture } from '../media/picture.tsx';
import { useUploadItems } from '../uploads/upload-queues.tsx';
import { ContentTab } from './content-tab.tsx';
import { defineContent, type FieldsProps } from './define-content.ts';
import { mediaDeletionFailed } from './media-words.tsx';
import type { RowOf } from './use-records.ts';

type Testimonial = RowOf<'testimonials'>;

const schema = testimonialForm.pick({ name: true, words: true, alt: true });

const testimonials = defineContent({
  ...{ table: 'testimonials', noun: 'testimonial', columns: 'four', placeholders: 6 },
  ...{ schema, hasPublication: true, Fields },
  deleted: 'Testimonial deleted successfully.',
  deletionFailed: mediaDeletionFailed('testimonial from database'),
  file: {
    ...{ kind: 'testimonial', column: 'image_url', isMultiple: true },
    ...{ label: 'Pictures', otherLabel: 'Another picture', missing: missingFile.testimonial },
    wrongKind: 'Please select an image file to upload.',
    uploadFailed: (reason) => `Failed to upload image: ${reason}`,
    show: (urlOrName) =>
      findStoragePath(urlOrName) === undefined ? (
        urlOrName
      ) : (
        <TestimonialPicture src={urlOrName} alt="" className="w-24" sizes="6rem" />
      ),
  },
  toTexts: ({ name, words, alt }) => ({ name: name ?? '', words: words ?? '', alt: alt ?? '' }),
  compared: { name: 'Name', words: 'Words', alt: 'Description' },
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

const toAlt = (testimonial: Testimonial, otherwise: string) =>
  testimonial.alt ?? describeTestimonial(testimonial, otherwise);

/** The alt text that visitors get. */
function toAltInOrder(testimonial: Testimonial, index: number): string {
  return toAlt(testimonial, `Testimonial ${index + 1}`);
}

function Fields({ fields, record, queue }: FieldsProps<Testimonial, typeof schema>) {
  const chosen = useUploadItems(queue);
  const isSeveral = !record && chosen.length > 1;
  return (
    <>
      {isSeveral && (
        <p className="text-sm text-muted">To add a name and words to a picture later, tap Edit.</p>
      )}
      {/* Kept while it is hidden: all but one picture may be removed again. */}
      <fieldset disabled={isSeveral} hidden={isSeveral} className="grid min-w-0 gap-5">
        <TextInput field={fields.name} label="Name" isOptional placeholder="Thandi M." />
        <TextArea
          field={fields.words}
          label="Words"
          isOptional
          rows={3}
          hint="What the student says. Shown below the picture, with the name."
        />
        <TextInput
          field={fields.alt}
          label="Description"
          isOptional
          hint="Describe the picture for people who can’t see it."
        />
      </fieldset>
    </>
  );
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
