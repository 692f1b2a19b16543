import { getInputProps, getTextareaProps } from '@conform-to/react';
import { useEffect } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { type PostForm as PostValues, postForm } from '#domain/post.ts';
import { useUploadItems, useUploadQueue } from '../../uploads/upload-queues.tsx';
import { useAdminApi } from '../admin-api.ts';
import { AdminForm } from '../form/admin-form.tsx';
import { busyWords } from '../form/busy-words.ts';
import { useAdminForm } from '../form/use-admin-form.ts';
import { PostPictureField, pendingPicture, wrongPicture } from './post-picture-field.tsx';
import { PostPreview } from './post-preview.tsx';

interface PostFormProps {
  /** The post that is edited; a new one without. */
  post?: PostValues & { id: string };
  /** Editing is over, saved or not. */
  onDone?: () => void;
}

/** Writes a post, with a look at what it will be beside it. Unsaved words survive a reload. */
export function PostForm({ post, onDone }: PostFormProps) {
  const api = useAdminApi();
  const pictures = useUploadQueue({ kind: 'post-picture', wrongKind: wrongPicture });
  const pictureItems = useUploadItems(pictures);
  const { form, fields, forgetDraft, ...shared } = useAdminForm({
    id: post ? `admin-post-${post.id}` : 'admin-post',
    table: 'blog_posts',
    schema: postForm,
    async save(values, id) {
      const json = { ...values, image: (await pendingPicture(pictures)) ?? values.image };
      return post
        ? api.blog_posts[':id'].$patch({ param: { id: post.id }, json })
        : api.blog_posts.$post({ json: { ...json, id } });
    },
    saved: post ? 'Post updated successfully' : 'Post added successfully',
    failed: post ? 'Failed to update post' : 'Failed to add post',
    ...(post && { defaultValue: { ...post, image: post.image ?? '' } }),
    ...(onDone && { onSaved: onDone }),
  });
  const { formRef } = shared;
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
        title={post ? 'Edit post' : 'New post'}
        isOpen={post !== undefined}
        form={form}
        {...shared}
        action={post ? 'Update Post' : 'Add Post'}
        busyAction={busyWords(pictureItems)}
        secondary={
          post && (
            <Button variant="secondary" onClick={cancel}>
              Cancel
            </Button>
          )
        }
      >
        <TextField
          {...getInputProps(fields.title, { type: 'text', ariaAttributes: false })}
          label="Title"
          errors={fields.title.errors}
        />
        <TextField
          {...getInputProps(fields.date, { type: 'date', ariaAttributes: false })}
          label="Date"
          errors={fields.date.errors}
        />
        <PostPictureField
          input={getInputProps(fields.image, { type: 'text', ariaAttributes: false })}
          image={fields.image.value ?? ''}
          queue={pictures}
          errors={fields.image.errors}
        />
        <TextAreaField
          {...getTextareaProps(fields.content, { ariaAttributes: false })}
          label="Content"
          isOptional
          hint="A blank line begins a paragraph. Addresses become links; [text](address) gives them words."
          className="min-h-64"
          errors={fields.content.errors}
        />
      </AdminForm>
      <PostPreview
        title={fields.title.value ?? ''}
        date={fields.date.value ?? ''}
        image={fields.image.value ?? ''}
        content={fields.content.value ?? ''}
      />
    </div>
  );
}
