import type { FieldMetadata } from '@conform-to/react';
import { use, useEffect, useRef } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { toast } from '#app/ui/toast.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { metaOf, shapeOf } from '#domain/settings/fields.ts';
import type { SettingsPicture } from '#domain/settings/pictures.ts';
import { writeValue } from '../forms/draft.ts';
import { Picture } from '../media/picture.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import { useUploadItems, useUploadQueue } from '../uploads/upload-queues.tsx';
import { HiddenField, TextOrNumberField } from './basic-fields.tsx';
import { ArrivalsContext, type FieldProps, SamplesContext, sampleNote } from './section-context.ts';

/** How pictures are cropped where visitors see them. */
const shapes = {
  portrait: 'aspect-[4/5] max-w-56',
  share: 'aspect-[1200/630] max-w-md',
  banner: 'aspect-[4/1] max-w-xl',
};

interface PictureFieldProps extends FieldProps {
  /** Which one it is, in a list that can be reordered. */
  place?: string | undefined;
}

/** A picture, a way to replace it, and what it shows. */
export function PictureField({ field, schema, place = field.name }: PictureFieldProps) {
  const { label = field.name, shape = 'share' } = metaOf(schema);
  const queue = useUploadQueue({
    kind: 'settings-picture',
    place,
    wrongKind: 'Please select an image file to upload.',
  });
  const altSchema = shapeOf(schema)?.alt;
  const { src, alt, width, height } = (field as FieldMetadata<SettingsPicture>).getFieldset();
  const ref = useRef<HTMLDivElement>(null);
  const [item] = useUploadItems(queue);
  const { key, state, url, reason } = item ?? {};

  const arrivals = use(ArrivalsContext);
  const isOnItsWay = item !== undefined && state !== 'failed' && state !== 'paused';

  useEffect(() => {
    if (state === 'failed') {
      arrivals?.fail();
      toast.error(`Failed to upload image: ${reason ?? ''}`);
    }
    if (state !== 'done' || !key || !url) return;
    void writePicture(ref.current, url).finally(() => queue.settle(key));
  }, [key, state, url, reason, queue, arrivals]);

  useEffect(() => {
    if (!isOnItsWay) return;
    arrivals?.begin(place);
    return () => arrivals?.end(place);
  }, [isOnItsWay, place, arrivals]);

  const shown = src.value ?? '';
  const isSample = use(SamplesContext).has(shown);
  return (
    <div ref={ref} className="grid gap-5">
      <HiddenField field={src} />
      <HiddenField field={width} />
      <HiddenField field={height} />
      {isOwnUrl(shown) && (
        // Of a picture of several formats each would take a row of the grid.
        <div>
          <Picture
            src={shown}
            alt={alt.value ?? ''}
            width={Number(width.value) || 1}
            height={Number(height.value) || 1}
            sizes="36rem"
            className={classNames(
              'block h-auto w-full rounded-sm border border-hairline bg-gold-wash object-cover',
              shapes[shape],
            )}
          />
        </div>
      )}
      {isSample && <p className="text-sm font-medium text-gold">{sampleNote}</p>}
      <UploadField
        field={src}
        label={shown ? `${label}: replace` : label}
        queue={queue}
        hasKeys={false}
      />
      {altSchema && <TextOrNumberField field={alt} schema={altSchema} />}
    </div>
  );
}

/** Puts a picture that has arrived into the hidden fields, with its size in pixels. */
async function writePicture(parent: HTMLElement | null, url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  // The server measures again, and knows of formats that this browser cannot show.
  await picture.decode().catch(() => {});
  const values = { src: url, width: picture.naturalWidth, height: picture.naturalHeight };
  for (const [name, value] of Object.entries(values)) {
    const control = parent?.querySelector<HTMLInputElement>(`:scope > input[name$=".${name}"]`);
    if (control) writeValue(control, String(value || 1));
  }
}
