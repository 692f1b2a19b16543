import { getInputProps } from '@conform-to/react';
import { z } from 'zod';
import { TextField } from '#app/ui/field.tsx';
import { missingFile, videoForm } from '#domain/media.ts';
import { UploadField } from '../../uploads/upload-field.tsx';
import { useUploadItems, useUploadQueue } from '../../uploads/upload-queues.tsx';
import { useAdminApi } from '../admin-api.ts';
import { AdminForm } from '../form/admin-form.tsx';
import { busyWords } from '../form/busy-words.ts';
import { urlOfUpload } from '../form/url-of-upload.ts';
import { useAdminForm } from '../form/use-admin-form.ts';

/** While the file is on its way, the form holds the key under which the queue knows it. */
const filledIn = videoForm.omit({ video_url: true }).extend({
  upload: z.string(missingFile.video),
});

/** Uploads a video: the file is on its way while its title is written. */
export function VideoForm() {
  const api = useAdminApi();
  const queue = useUploadQueue({ kind: 'video', wrongKind: missingFile.video });
  const items = useUploadItems(queue);
  const { form, fields, ...shared } = useAdminForm({
    id: 'admin-video',
    table: 'videos',
    schema: filledIn,
    async save({ upload, ...words }, id) {
      const video_url = await urlOfUpload(queue, upload);
      const response = await api.videos.$post({ json: { ...words, video_url, id } });
      if (response.ok) queue.settle(upload);
      return response;
    },
    saved: 'Video uploaded successfully!',
    failed: (reason) => `Failed to save video details: ${reason}`,
  });
  return (
    <AdminForm
      title="New video"
      form={form}
      {...shared}
      action="Upload Video"
      busyAction={busyWords(items)}
    >
      <TextField
        {...getInputProps(fields.title, { type: 'text', ariaAttributes: false })}
        label="Title"
        errors={fields.title.errors}
      />
      <TextField
        {...getInputProps(fields.subtitle, { type: 'text', ariaAttributes: false })}
        label="Subtitle"
        errors={fields.subtitle.errors}
      />
      <UploadField
        id={`${form.id}-file`}
        name={fields.upload.name}
        label="Video"
        queue={queue}
        errors={fields.upload.errors}
      />
    </AdminForm>
  );
}
