import type { FieldMetadata } from '@conform-to/react';
import { use, useEffect, useEffectEvent } from 'react';
import { metaOf, shapeOf } from '#features/settings/rules/fields.ts';
import type { SettingsPicture } from '#features/settings/rules/pictures.ts';
import { UploadField, useUploadItems, useUploadQueue } from '#features/uploads/ui/admin/index.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import { isOwnUrl } from '#rules/picture-url.ts';
import { classNames } from '#ui/class-names.ts';
import { toast } from '#ui/toast.ts';
import { HiddenField, TextOrNumberField, writeHidden } from './basic-fields.tsx';
import {
  type FieldProps,
  SamplesContext,
  sampleNote,
  UploadingContext,
} from './section-context.ts';

/** The aspect ratios that visitors see. */
const shapes = {
  portrait: 'aspect-[4/5] max-w-56',
  share: 'aspect-[1200/630] max-w-md',
  product: 'aspect-[4/3] max-w-md object-top',
  banner: 'aspect-[4/1] max-w-xl',
};

interface PictureFieldProps extends FieldProps {
  /** Identifies the picture within a sortable list. */
  owner?: string | undefined;
}

/** A picture, with its upload and its description. */
export function PictureField({ field, schema, owner = field.name }: PictureFieldProps) {
  const { label = field.name, shape = 'share' } = metaOf(schema);
  const altSchema = shapeOf(schema)?.alt;
  const { src, alt, width, height } = (field as FieldMetadata<SettingsPicture>).getFieldset();
  const queue = useUploadQueue({
    kind: 'settings-picture',
    owner,
    wrongKind: 'Please select an image file to upload.',
  });
  const [item] = useUploadItems(queue);
  const { key, state, url, reason } = item ?? {};
  const isUploading = item !== undefined && state !== 'failed' && state !== 'paused';

  const takeUploaded = useEffectEvent(async (uploaded: string) => {
    const picture = new Image();
    picture.src = uploaded;
    // The server measures the picture too, and supports formats that this browser may not.
    await picture.decode().catch(() => {});
    writeHidden(src, uploaded);
    writeHidden(width, String(picture.naturalWidth || 1));
    writeHidden(height, String(picture.naturalHeight || 1));
  });
  useEffect(() => {
    if (state === 'failed') toast.error(`Failed to upload image: ${reason ?? ''}`);
    if (state === 'done' && key && url) void takeUploaded(url).finally(() => queue.settle(key));
  }, [key, state, url, reason, queue]);

  const noteUpload = use(UploadingContext);
  useEffect(() => {
    noteUpload(owner, isUploading);
    return () => noteUpload(owner, false);
  }, [isUploading, owner, noteUpload]);

  const shown = src.value ?? '';
  const isSample = use(SamplesContext).has(shown);
  return (
    <div className="grid gap-5">
      <HiddenField field={src} />
      <HiddenField field={width} />
      <HiddenField field={height} />
      {isOwnUrl(shown) && (
        // Without a wrapper, each `source` of the picture would be a row of the grid.
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
