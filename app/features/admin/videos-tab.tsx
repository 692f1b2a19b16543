import { site } from '#content/site.ts';
import { missingFile, videoForm } from '#domain/media.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { z } from '#domain/zod.ts';
import { useAdminApi } from '../auth/api-client.ts';
import { TextInput } from '../forms/form-fields.tsx';
import { VideoPlayer } from '../media/video-player.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import { useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, FormBesideList, useAdminForm } from './admin-form.tsx';
import { RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { saveUpload, useBusyWords } from './save-upload.ts';
import { useRecords } from './use-records.ts';

/** Videos: uploaded, looked at and deleted. */
export function VideosTab() {
  const videos = useRecords('videos', {
    noun: 'video',
    deletionFailed: (message, code) =>
      code === 'unusable-file-url' ? message : `Failed to delete video: ${message}`,
  });
  return (
    <FormBesideList form={<VideoForm />}>
      <RecordList records={videos} columns="two">
        {({ id, title, subtitle, video_url, poster_url, created_at }) => (
          <RecordCard
            title={title}
            cover={<VideoPlayer title={title} videoUrl={video_url} posterUrl={poster_url} />}
            onDelete={(name) => videos.remove(id, name)}
          >
            <p className="text-muted">{subtitle}</p>
            <p className="text-sm text-muted">
              <time dateTime={created_at}>{formatDateAndClock(created_at, site.timeZone)}</time>
            </p>
          </RecordCard>
        )}
      </RecordList>
    </FormBesideList>
  );
}

/** While the file is on its way, the form holds the key under which the queue knows it. */
const filledIn = videoForm.omit({ video_url: true }).extend({
  upload: z.string(missingFile.video),
});

/** The file is on its way while its title is written. */
function VideoForm() {
  const api = useAdminApi();
  const queue = useUploadQueue({ kind: 'video', wrongKind: missingFile.video });
  const busyAction = useBusyWords(queue);
  const { fields, ...form } = useAdminForm({
    id: 'admin-video',
    table: 'videos',
    schema: filledIn,
    save: ({ upload, ...words }, id) =>
      saveUpload(queue, upload, (video_url) =>
        api.videos.$post({ json: { ...words, video_url, id } }),
      ),
    saved: 'Video uploaded successfully!',
    failed: (reason) => `Failed to save video details: ${reason}`,
  });
  return (
    <AdminForm {...form} title="New video" action="Upload Video" busyAction={busyAction}>
      <TextInput field={fields.title} label="Title" />
      <TextInput field={fields.subtitle} label="Subtitle" />
      <UploadField
        id="admin-video-file"
        name={fields.upload.name}
        label="Video"
        queue={queue}
        errors={fields.upload.errors}
      />
    </AdminForm>
  );
}
