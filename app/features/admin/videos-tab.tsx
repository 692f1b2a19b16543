import { useEffect } from 'react';
import { watchVideos } from '#app/document/play-video.ts';
import { missingFile, videoForm } from '#domain/media.ts';
import { z } from '#domain/zod.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { TextInput } from '../forms/form-fields.tsx';
import { VideoPlayer } from '../media/video-player.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import { saveUpload, useUploadQueue } from '../uploads/upload-queues.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { ContentTab } from './content-tab.tsx';
import { mediaDeletionFailed, showFile, UploadedAt } from './media-words.tsx';
import {
  PublicationBadge,
  PublicationField,
  publicationText,
  usePublication,
} from './publication-field.tsx';
import { RecordCard } from './record-card.tsx';
import { type OpenedForm, toFormId } from './use-edited-record.ts';
import type { RowOf } from './use-records.ts';

type Video = RowOf<'videos'>;

/** Videos: uploaded, looked at, changed and deleted. */
export const VideosTab = () => {
  useEffect(watchVideos, []);
  return <VideoList />;
};

const VideoList = () => (
  <ContentTab
    table="videos"
    noun="video"
    deletionFailed={mediaDeletionFailed('video')}
    columns="two"
    form={(opened) => <VideoForm {...opened} />}
  >
    {({ id, title, subtitle, video_url, poster_url, created_at, published_at }, onDelete) => (
      <RecordCard
        title={title}
        editId={id}
        cover={
          <VideoPlayer
            title={title}
            videoUrl={video_url}
            posterUrl={poster_url}
            sizes="(min-width: 768px) 46vw, 92vw"
          />
        }
        onDelete={onDelete}
      >
        <PublicationBadge publishedAt={published_at} />
        <p className="text-muted">{subtitle}</p>
        <UploadedAt instant={created_at} />
      </RecordCard>
    )}
  </ContentTab>
);

const words = videoForm.omit({ video_url: true }).extend({ published_at: publicationText });

/** While the file is on its way, the form holds the key under which the queue knows it. */
const filledIn = words.extend({ upload: z.string(missingFile.video) });
const changed = words.extend({ upload: z.string().optional() });

function VideoForm(opened: OpenedForm<Video>) {
  const { record, onDone } = opened;
  const { api } = useAdminSession();
  const publication = usePublication();
  const queue = useUploadQueue({
    ...{ kind: 'video', place: record?.id, wrongKind: missingFile.video },
  });
  const { fields, ...form } = useAdminForm({
    id: toFormId('video', opened),
    table: 'videos',
    queue,
    schema: record ? changed : filledIn,
    edited: record && {
      record,
      toTexts: ({ title, subtitle, video_url, published_at }) => ({
        ...{ title, subtitle, video_url },
        published_at: publication.toText(published_at),
      }),
      compared: {
        ...{ title: 'Title', subtitle: 'Subtitle' },
        video_url: { label: 'Video', show: showFile },
        published_at: publication.compared,
      },
      fileField: 'video_url',
    },
    save({ upload, published_at, ...values }, id, version) {
      const json = { ...values, published_at: publication.toSent(published_at) };
      if (!record) {
        return saveUpload(queue, upload ?? '', (video_url) =>
          api.videos.$post({ json: { ...json, video_url, id } }),
        );
      }
      const param = { id: record.id };
      const change = (file?: { video_url: string }) =>
        api.videos[':id'].$patch({ param, json: { ...json, ...file, version } });
      return upload ? saveUpload(queue, upload, (video_url) => change({ video_url })) : change();
    },
    saved: record ? 'Video updated successfully' : 'Video uploaded successfully!',
    failed: (reason) => `Failed to ${record ? 'update video' : 'save video details'}: ${reason}`,
    ...{ onSaved: onDone, onLeft: onDone },
  });
  return (
    <AdminForm
      {...form}
      title={record ? 'Edit video' : 'New video'}
      action={record ? 'Update Video' : 'Upload Video'}
    >
      <TextInput field={fields.title} label="Title" />
      <TextInput field={fields.subtitle} label="Subtitle" />
      <UploadField
        field={fields.upload}
        label={record ? 'Another video' : 'Video'}
        queue={queue}
        isOptional={record !== undefined}
      />
      <PublicationField field={fields.published_at} publishedAt={record?.published_at} />
    </AdminForm>
  );
}
