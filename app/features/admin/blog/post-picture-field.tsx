import { Trash2 } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { findStoragePath } from '#domain/stored-file.ts';
import { writeValue } from '../../forms/use-draft.ts';
import { PostPicture } from '../../posts/post-picture.tsx';
import { UploadField } from '../../uploads/upload-field.tsx';
import type { UploadQueue } from '../../uploads/upload-queue.ts';
import { useUploadItems } from '../../uploads/upload-queues.tsx';
import { urlOfUpload } from '../form/url-of-upload.ts';
import { cardActionClass } from '../list/admin-card.tsx';

export const wrongPicture = 'Please select an image file to upload.';

const failed = (reason: string) => `Failed to upload image: ${reason}`;

/** The address of a picture that is still on its way when the post is saved; nothing when none is. */
export async function pendingPicture(queue: UploadQueue): Promise<string | undefined> {
  const [item] = queue.items();
  return item && urlOfUpload(queue, item.key, failed);
}

interface PostPictureFieldProps {
  /** The field that holds the address. It is not typed, but it is part of the draft. */
  input: ComponentProps<'input'> & { id: string };
  /** What it holds now. */
  image: string;
  queue: UploadQueue;
  errors: string[] | undefined;
}

/** A post's picture: uploaded when it is chosen, shown, exchanged or taken away. */
export function PostPictureField({ input, image, queue, errors }: PostPictureFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const [item] = useUploadItems(queue);
  const { key, state, url, reason } = item ?? {};

  useEffect(() => {
    if (state === 'done' && key && url && ref.current) {
      writeValue(ref.current, url);
      queue.settle(key);
    }
    if (state === 'failed') toast.error(failed(reason ?? ''));
  }, [key, state, url, reason, queue]);

  return (
    <div className="grid gap-3">
      <input {...input} ref={ref} type="text" hidden readOnly />
      {findStoragePath(image) !== undefined && (
        <div className="overflow-hidden rounded-sm border border-hairline">
          <PostPicture image={image} sizes="(min-width: 1024px) 30rem, 92vw" />
          <div className="flex justify-end px-2">
            <button
              type="button"
              onClick={() => ref.current && writeValue(ref.current, '')}
              className={cardActionClass}
            >
              <Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
              Remove picture
            </button>
          </div>
        </div>
      )}
      <UploadField
        id={`${input.id}-file`}
        label={image ? 'Another image' : 'Image'}
        isOptional
        queue={queue}
        errors={errors}
      />
    </div>
  );
}
