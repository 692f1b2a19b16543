import { getInputProps } from '@conform-to/react';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { toast } from '#app/ui/toast.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import { writeValue } from '../forms/draft.ts';
import { TextInput } from '../forms/form-fields.tsx';
import { PostPicture } from '../posts/post-picture.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import { useUploadItems } from '../uploads/upload-queues.tsx';
import type { ControlProps } from './define-content.ts';
import { CardButton } from './record-card.tsx';

export const pictureFailed = (reason: string) => `Failed to upload image: ${reason}`;

/** A post's main picture: uploaded, replaced or removed. The field holds its URL, as part of the draft. */
export function PostPictureField({ field, queue }: ControlProps) {
  const image = String(field.value ?? '');
  const ref = useRef<HTMLInputElement>(null);
  const [item] = useUploadItems(queue);
  const { key, state, url, reason } = item ?? {};

  useEffect(() => {
    if (state === 'done' && key && url && ref.current) {
      writeValue(ref.current, url);
      queue?.settle(key);
    }
    if (state === 'failed') toast.error(pictureFailed(reason ?? ''));
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
            <CardButton icon={Trash2} onClick={() => ref.current && writeValue(ref.current, '')}>
              Remove picture
            </CardButton>
          </div>
        </div>
      )}
      {queue && (
        <UploadField
          field={field}
          label={image ? 'Another image' : 'Image'}
          queue={queue}
          hasKeys={false}
          isOptional
        />
      )}
    </div>
  );
}

/** What the picture shows. Asked for once there is one. */
export function ImageAltField({ field, fields, queue }: ControlProps) {
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
