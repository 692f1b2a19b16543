import { useDeferredValue, useMemo } from 'react';
import { postForm } from '#features/content/rules/post.ts';
import {
  fallbackExcerptLength,
  parsePostContent,
  toExcerpt,
} from '#features/content/rules/post-content.ts';
import { publicationState } from '#features/content/rules/publication.ts';
import { PostContent } from '#features/content/ui/post-content.tsx';
import { PostPicture } from '#features/content/ui/post-picture.tsx';
import { type FormTexts, readTexts, TextInput, writeText } from '#features/forms/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { useUploadItems } from '#features/uploads/ui/admin/index.ts';
import { formatDay, isCalendarDay } from '#rules/calendar-day.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { Contained } from '#ui/contained.tsx';
import { ContentTab } from './content-tab.tsx';
import { type ControlProps, defineContent } from './define-content.ts';
import { FileField } from './file-field.tsx';
import { PostEditor } from './post-editor.tsx';
import { toPublicationOn } from './publication-field.tsx';

const posts = defineContent({
  table: 'blog_posts',
  noun: 'post',
  hasPublication: true,
  dayName: 'date',
  schema: postForm.omit({ published_at: true }),
  controls: {
    date: DayField,
    image: PostPictureField,
    image_alt: ImageAltField,
    content: PostEditor,
  },
  fieldFile: {
    field: 'image',
    kind: 'post-picture',
    wrongKind: 'Please select an image file to upload.',
    failed: pictureFailed,
  },
  toNew: (_, { timeZone }) => ({ date: dayInZone(new Date(), timeZone) }),
  Preview: ({ values }) => (
    <Contained
      retryKey={values}
      fallback={() => <p className="text-muted">Can’t show the preview.</p>}
    >
      <PostPreview {...values} />
    </Contained>
  ),
  toCard: ({ title, date, image, excerpt, content }) => ({
    title,
    aside: <time dateTime={date}>{formatDay(date)}</time>,
    cover: image && <PostPicture image={image} sizes="(min-width: 1280px) 25rem, 92vw" />,
    children: <p className="text-muted">{excerpt || toExcerpt(content, fallbackExcerptLength)}</p>,
  }),
});

export const BlogTab = () => <ContentTab type={posts} />;

/** The day of a post. A future day schedules the publication. */
function DayField({ field, record }: ControlProps) {
  const { timeZone } = useSettings();
  const today = dayInZone(new Date(), timeZone);
  const isPublic = publicationState(record?.published_at ?? null, new Date()) === 'published';
  return (
    <TextInput
      field={field}
      type="date"
      label="Date"
      hint="Shown on the post. With a later date, it goes live on that day."
      onChange={({ target }) => {
        const { form, value } = target;
        const before = form ? readTexts(form).published_at : undefined;
        if (!form || before === undefined || before === 'draft' || isPublic) return;
        writeText(form, 'published_at', toPublicationOn(value, today, before));
      }}
    />
  );
}

function PostPreview({ title = '', date = '', content = '', image = '' }: FormTexts) {
  const text = useDeferredValue(content);
  const blocks = useMemo(() => parsePostContent(text), [text]);
  const excerpt = useMemo(() => toExcerpt(text), [text]);
  const isBlank = !title && !content.trim();
  return (
    <section
      aria-label="Preview"
      className="min-w-0 rounded-sm border border-dashed border-hairline-strong/60 p-5 max-lg:data-blank:hidden lg:p-7"
      data-blank={isBlank || undefined}
    >
      <p className="label-caps text-gold">Preview</p>
      {isBlank ? (
        <p className="mt-4 text-muted">Your post appears here as readers will see it.</p>
      ) : (
        <>
          {isCalendarDay(date) && <p className="mt-4 text-sm text-muted">{formatDay(date)}</p>}
          <h3 className="mt-2 font-display text-heading break-words">{title || 'No title yet'}</h3>
          {findStoragePath(image) !== undefined && (
            <div className="mt-5">
              <PostPicture image={image} sizes="(min-width: 1024px) 36rem, 92vw" />
            </div>
          )}
          <div className="mt-5 break-words">
            <PostContent blocks={blocks} />
          </div>
          {excerpt && (
            <p className="mt-6 border-t border-hairline pt-4 text-sm text-muted">
              <span className="font-semibold">In lists:</span> {excerpt}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function pictureFailed(reason: string): string {
  return `Failed to upload image: ${reason}`;
}

/** A post's main picture. */
function PostPictureField({ field, queue }: ControlProps) {
  return (
    <FileField
      field={field}
      queue={queue}
      label="Image"
      otherLabel="Another image"
      removal="Remove picture"
      failed={pictureFailed}
    >
      {(image) => <PostPicture image={image} sizes="(min-width: 1024px) 30rem, 92vw" />}
    </FileField>
  );
}

/** The alt text of the picture. Shown once there is a picture. */
function ImageAltField({ field, fields, queue }: ControlProps) {
  const isUploading = useUploadItems(queue).length > 0;
  if (!isUploading && !fields.image?.value) return null;
  return (
    <TextInput
      field={field}
      label="Image description"
      isOptional
      hint="Describe the picture for people who can’t see it. Leave empty if the title says it."
    />
  );
}
