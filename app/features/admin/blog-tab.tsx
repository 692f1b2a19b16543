import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { Trash2 } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { Contained } from '#app/ui/contained.tsx';
import { toast } from '#app/ui/toast.ts';
import { formatDay, isCalendarDay } from '#domain/calendar-day.ts';
import { postForm } from '#domain/post.ts';
import { fallbackExcerptLength, parsePostContent, toExcerpt } from '#domain/post-content.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { writeValue } from '../forms/draft.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { PostContent } from '../posts/post-content.tsx';
import { PostPicture } from '../posts/post-picture.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import type { UploadQueue } from '../uploads/upload-queue.ts';
import { urlOfUpload, useUploadItems, useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { RecordFormSlot } from './content-tab.tsx';
import {
  PublicationBadge,
  PublicationField,
  publicationText,
  usePublication,
} from './publication-field.tsx';
import { cardActionClass, RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { type OpenedForm, toFormId } from './use-edited-record.ts';
import { type RowOf, useRecords, withDrafts } from './use-records.ts';

type Post = RowOf<'blog_posts'>;

/** Posts: written, for now or for later, changed and deleted. */
export function BlogTab() {
  const posts = useRecords('blog_posts', { noun: 'post', query: withDrafts });
  return (
    <div className="grid gap-10">
      <RecordFormSlot table="blog_posts" noun="post">
        {(opened) => <PostForm {...opened} />}
      </RecordFormSlot>
      <RecordList records={posts}>
        {({ id, title, date, image, excerpt, content, published_at }, onDelete) => (
          <RecordCard
            title={title}
            editId={id}
            aside={<time dateTime={date}>{formatDay(date)}</time>}
            cover={image && <PostPicture image={image} sizes="(min-width: 1280px) 25rem, 92vw" />}
            onDelete={onDelete}
          >
            <PublicationBadge publishedAt={published_at} />
            <p className="text-muted">{excerpt || toExcerpt(content, fallbackExcerptLength)}</p>
          </RecordCard>
        )}
      </RecordList>
    </div>
  );
}

const uploadFailed = (reason: string) => `Failed to upload image: ${reason}`;

const filledIn = postForm.extend({ published_at: publicationText });

const compared = {
  ...{ title: 'Title', date: { label: 'Date', show: formatDay }, content: 'Content' },
  image: {
    label: 'Image',
    show: (image: string) =>
      image ? <PostPicture image={image} sizes="(min-width: 1024px) 15rem, 92vw" /> : 'None',
  },
  image_alt: 'Description of the image',
};

/** Writes a post, with a look at what it will be next to it. */
function PostForm(opened: OpenedForm<Post>) {
  const { record, onDone } = opened;
  const { api } = useAdminSession();
  const publication = usePublication();
  const pictures = useUploadQueue({
    kind: 'post-picture',
    place: record?.id,
    wrongKind: 'Please select an image file to upload.',
  });
  const { fields, ...form } = useAdminForm({
    id: toFormId('post', opened),
    table: 'blog_posts',
    queue: pictures,
    schema: filledIn,
    edited: record && {
      record,
      toTexts: ({ title, date, content, image, image_alt, published_at }) => ({
        ...{ title, date, content, image: image ?? '', image_alt: image_alt ?? '' },
        published_at: publication.toText(published_at),
      }),
      compared: { ...compared, published_at: publication.compared },
    },
    async save(values, id, version) {
      // A picture may still be on its way when the post is saved.
      const [picture] = pictures.items();
      const image = picture ? await urlOfUpload(pictures, picture.key, uploadFailed) : values.image;
      const json = { ...values, image, published_at: publication.toSent(values.published_at) };
      return record
        ? api.blog_posts[':id'].$patch({ param: { id: record.id }, json: { ...json, version } })
        : api.blog_posts.$post({ json: { ...json, id } });
    },
    saved: record ? 'Post updated successfully' : 'Post added successfully',
    failed: record ? 'Failed to update post' : 'Failed to add post',
    ...{ onSaved: onDone, onLeft: onDone },
  });
  const hasPicture = useUploadItems(pictures).length > 0 || Boolean(fields.image.value);

  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <AdminForm
        {...form}
        title={record ? 'Edit post' : 'New post'}
        action={record ? 'Update Post' : 'Add Post'}
      >
        <TextInput field={fields.title} label="Title" />
        <TextInput
          field={fields.date}
          type="date"
          label="Date"
          hint="Stands with the post; the newest comes first. When it appears is chosen below."
        />
        <PostPictureField field={fields.image} queue={pictures} />
        {hasPicture && (
          <TextInput
            field={fields.image_alt}
            label="Description of the image"
            isOptional
            hint="What it shows, for those who cannot see it. Leave it empty when the title says it."
          />
        )}
        <TextArea
          field={fields.content}
          label="Content"
          isOptional
          hint="A blank line begins a paragraph. Addresses become links; [text](address) gives them words."
          className="min-h-64"
        />
        <PublicationField
          field={fields.published_at}
          publishedAt={record?.published_at}
          proposedDay={fields.date.value}
        />
      </AdminForm>
      <Contained
        retryKey={form.form.value}
        fallback={() => <p className="text-muted">The preview cannot be shown.</p>}
      >
        <PostPreview {...form.form.value} />
      </Contained>
    </div>
  );
}

interface PostPictureFieldProps {
  /** Holds the URL. It is not typed, but it is part of the draft. */
  field: FieldMetadata<string | null | undefined>;
  queue: UploadQueue;
}

function PostPictureField({ field, queue }: PostPictureFieldProps) {
  const image = field.value ?? '';
  const ref = useRef<HTMLInputElement>(null);
  const [item] = useUploadItems(queue);
  const { key, state, url, reason } = item ?? {};

  useEffect(() => {
    if (state === 'done' && key && url && ref.current) {
      writeValue(ref.current, url);
      queue.settle(key);
    }
    if (state === 'failed') toast.error(uploadFailed(reason ?? ''));
  }, [key, state, url, reason, queue]);

  return (
    <div className="grid gap-3">
      <input
        {...getInputProps(field, { type: 'text', ariaAttributes: false })}
        ref={ref}
        hidden
        readOnly
      />
      {findStoragePath(image) !== undefined && (
        <div className="overflow-hidden rounded-sm border border-hairline">
          <PostPicture image={image} sizes="(min-width: 1024px) 30rem, 92vw" />
          <div className="flex justify-end px-2">
            <button
              type="button"
              onClick={() => ref.current && writeValue(ref.current, '')}
              className={cardActionClass}
            >
              <Trash2 className="size-4" />
              Remove picture
            </button>
          </div>
        </div>
      )}
      <UploadField
        field={field}
        label={image ? 'Another image' : 'Image'}
        queue={queue}
        hasKeys={false}
        isOptional
      />
    </div>
  );
}

type PreviewedPost = { [Name in 'title' | 'date' | 'content' | 'image']?: string | undefined };

function PostPreview({ title = '', date = '', content = '', image = '' }: PreviewedPost) {
  const text = useDeferredValue(content);
  const paragraphs = useMemo(() => parsePostContent(text), [text]);
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
        <p className="mt-4 text-muted">What you write appears here as readers will see it.</p>
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
            <PostContent paragraphs={paragraphs} />
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
