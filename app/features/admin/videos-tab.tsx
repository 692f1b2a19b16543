import { useEffect } from 'react';
import { watchVideos } from '#app/document/play-video.ts';
import { formatLength } from '#domain/measures.ts';
import { missingFile, videoForm } from '#domain/media.ts';
import { VideoPlayer } from '../media/video-player.tsx';
import { ContentTab } from './content-tab.tsx';
import { defineContent } from './define-content.ts';
import { mediaDeletionFailed, UploadedAt } from './media-parts.tsx';

const videos = defineContent({
  ...{ table: 'videos', noun: 'video', columns: 'two', hasPublication: true },
  schema: videoForm.pick({ title: true, subtitle: true }),
  deletionFailed: mediaDeletionFailed('video'),
  file: {
    ...{ kind: 'video', column: 'video_url', label: 'Video', otherLabel: 'Another video' },
    ...{ missing: missingFile.video, wrongKind: missingFile.video },
    toFacts: ({ durationSeconds: seconds, posterUrl = null }) => ({
      duration_seconds: seconds ? Math.max(1, Math.round(seconds)) : null,
      poster_url: posterUrl,
    }),
  },
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
