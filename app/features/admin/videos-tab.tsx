import { useEffect } from 'react';
import { watchVideos } from '#app/document/play-video.ts';
import { formatLength } from '#domain/measures.ts';
import { missingFile, videoForm } from '#domain/media.ts';
import { TextInput } from '../forms/form-fields.tsx';
import { VideoPlayer } from '../media/video-player.tsx';
import { ContentTab } from './content-tab.tsx';
import { defineContent, type FieldsProps } from './define-content.ts';
import { mediaDeletionFailed, showFile, UploadedAt } from './media-words.tsx';
import type { RowOf } from './use-records.ts';

const schema = videoForm.pick({ title: true, subtitle: true });

const videos = defineContent({
  ...{ table: 'videos', noun: 'video', columns: 'two', schema, hasPublication: true, Fields },
  deletionFailed: mediaDeletionFailed('video'),
  file: {
    ...{ kind: 'video', column: 'video_url', label: 'Video', otherLabel: 'Another video' },
    ...{ missing: missingFile.video, wrongKind: missingFile.video, show: showFile },
    toFacts: ({ durationSeconds: seconds, posterUrl = null }) => ({
      duration_seconds: seconds ? Math.max(1, Math.round(seconds)) : null,
      poster_url: posterUrl,
    }),
  },
  toTexts: ({ title, subtitle }) => ({ title, subtitle }),
  compared: { title: 'Title', subtitle: 'Subtitle' },
  toCard: (video, { timeZone }) => ({
    title: video.title,
    cover: (
      <VideoPlayer
        title={video.title}
        videoUrl={video.video_url}
        posterUrl={video.poster_url}
        sizes="(min-width: 768px) 46vw, 92vw"
      />
    ),
    children: (
      <>
        <p className="text-muted">{video.subtitle}</p>
        {video.duration_seconds !== null && (
          <p className="text-sm text-muted">Length: {formatLength(video.duration_seconds)}</p>
        )}
        <UploadedAt instant={video.created_at} timeZone={timeZone} />
      </>
    ),
  }),
});

/** Videos: uploaded, played, edited and deleted. */
export function VideosTab() {
  useEffect(watchVideos, []);
  return <ContentTab type={videos} />;
}

function Fields({ fields }: FieldsProps<RowOf<'videos'>, typeof schema>) {
  return (
    <>
      <TextInput field={fields.title} label="Title" />
      <TextInput field={fields.subtitle} label="Subtitle" />
    </>
  );
}
