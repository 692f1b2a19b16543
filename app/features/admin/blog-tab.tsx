import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Pencil, Trash2 } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { isRecordId } from '#domain/list-page.ts';
import { type PostForm as PostValues, postForm } from '#domain/post.ts';
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
import { cardActionClass, RecordCard } from './record-card.tsx';
import { EmptyBox, RecordList } from './record-list.tsx';
import { useRecords, withDrafts } from './use-records.ts';

const editLinkId = (postId: string | undefined) => `edit-${postId}`;

/** Posts: added, edited and deleted. `?edit=` in the URL names the one that is edited. */
export function BlogTab() {
  const { api } = useAdminSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = params.get('edit') ?? '';
  const editedId = isRecordId(asked) ? asked : undefined;
  const edited = useQuery({
    queryKey: ['blog_posts', 'one', editedId],
    meta: { plural: 'posts' },
    queryFn: ({ signal }) =>
      parseResponse(
        api.blog_posts[':id'].$get(
          { param: { id: editedId ?? '' }, query: { drafts: 'true' } },
          { init: { signal } },
        ),
      ),
    enabled: editedId !== undefined,
  });
  const posts = useRecords('blog_posts', { noun: 'post', query: withDrafts });
  function stopEditing() {
    void navigate('/admin/blog', { preventScrollReset: true });
    document.getElementById(editLinkId(editedId))?.focus();
  }

  return (
    <div className="grid gap-10">
      {editedId === undefined && <PostForm key="new" />}
      {editedId !== undefined && edited.data && (
        <PostForm key={editedId} post={edited.data} onDone={stopEditing} />
      )}
      {edited.isError && <EmptyBox>Post not found.</EmptyBox>}
      <RecordList records={posts}>
        {({ id, title, date, image, excerpt, content }, onDelete) => (
          <RecordCard
            title={title}
            isMarked={id === editedId}
            aside={<time dateTime={date}>{formatDay(date)}</time>}
            cover={image && <PostPicture image={image} sizes="(min-width: 1280px) 25rem, 92vw" />}
            actions={
              <Link
                id={editLinkId(id)}
                to={`?edit=${id}`}
                preventScrollReset
                className={cardActionClass}
              >
                <Pencil className="size-4" />
                Edit<span className="sr-only"> {title}</span>
              </Link>
            }
            onDelete={onDelete}
          >
            <p className="text-muted">{excerpt || toExcerpt(content, fallbackExcerptLength)}</p>
          </RecordCard>
        )}
      </RecordList>
    </div>
  );
}

const uploadFailed = (reason: string) => `Failed to upload image: ${reason}`;

interface PostFormProps {
  post?: Omit<PostValues, 'published_at'> & { id: string };
  onDone?: () => void;
}

/** Writes a post, with a look at what it will be next to it. Unsaved words survive a reload. */
function PostForm({ post, onDone }: PostFormProps) {
  const { api } = useAdminSession();
  const pictures = useUploadQueue({
    kind: 'post-picture',
    wrongKind: 'Please select an image file to upload.',
  });
  const { fields, forgetDraft, ...form } = useAdminForm({
    id: post ? `admin-post-${post.id}` : 'admin-post',
    table: 'blog_posts',
    queue: pictures,
    schema: postForm.omit({ published_at: true }),
    async save(values, id) {
      // A picture may still be on its way when the post is saved.
      const [picture] = pictures.items();
      const image = picture ? await urlOfUpload(pictures, picture.key, uploadFailed) : values.image;
      const json = { ...values, image };
      return post
        ? api.blog_posts[':id'].$patch({ param: { id: post.id }, json })
        : api.blog_posts.$post({ json: { ...json, id } });
    },
    saved: post ? 'Post updated successfully' : 'Post added successfully',
    failed: post ? 'Failed to update post' : 'Failed to add post',
    defaultValue: post && { ...post, image: post.image ?? '' },
    onSaved: onDone,
  });
  const { formRef } = form;
  // Once for each post: what is edited may be read again at any time, and the focus stays then.
  const editedId = post?.id;
  useEffect(() => {
    if (editedId === undefined) return;
    formRef.current?.scrollIntoView({ block: 'center' });
    formRef.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  }, [editedId, formRef]);

  function cancel() {
    forgetDraft();
    onDone?.();
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <AdminForm
        {...form}
        title={post ? 'Edit post' : 'New post'}
        isOpen={post !== undefined}
        action={post ? 'Update Post' : 'Add Post'}
        secondary={
          post && (
            <Button variant="secondary" onClick={cancel}>
              Cancel
            </Button>
          )
        }
      >
        <TextInput field={fields.title} label="Title" />
        <TextInput field={fields.date} type="date" label="Date" />
        <PostPictureField field={fields.image} queue={pictures} />
        <TextArea
          field={fields.content}
          label="Content"
          isOptional
          hint="A blank line begins a paragraph. Addresses become links; [text](address) gives them words."
          className="min-h-64"
        />
      </AdminForm>
      <PostPreview {...form.form.value} />
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

const isDay = (date: string) => /^\d{4}-\d{2}-\d{2}$/.test(date);

type PreviewedPost = { [Name in keyof PostValues]?: unknown };

function PostPreview(post: PreviewedPost) {
  const { title = '', date = '', content = '', image = '' } = post as Record<string, string>;
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
          {isDay(date) && <p className="mt-4 text-sm text-muted">{formatDay(date)}</p>}
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
