import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { toast } from '#app/ui/toast.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import { writeValue } from '../forms/draft.ts';
import { PostPicture } from '../posts/post-picture.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import type { UploadQueue } from '../uploads/upload-queue.ts';
import { useUploadItems } from '../uploads/upload-queues.tsx';
import { cardActionClass } from './record-card.tsx';

export const pictureFailed = (reason: string) => `Failed to upload image: ${reason}`;

interface PostPictureFieldProps {
  /** Holds the URL. It is not typed, but it is part of the draft. */
  field: FieldMetadata<unknown>;
  queue: UploadQueue;
}

/** A post's main picture: uploaded, replaced or removed. */
export function PostPictureField({ field, queue }: PostPictureFieldProps) {
  const image = String(field.value ?? '');
  const ref = useRef<HTMLInputElement>(null);
  const [item] = useUploadItems(queue);
  const { key, state, url, reason } = item ?? {};

  useEffect(() => {
    if (state === 'done' && key && url && ref.current) {
      writeValue(ref.current, url);
      queue.settle(key);
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
