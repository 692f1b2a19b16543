import type { Video } from '#domain/media.ts';
import { VideoPlayer } from './video-player.tsx';

/** A video with what it is about. */
export function VideoCard({ video: { title, subtitle, ...files } }: { video: Video }) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-sm border border-hairline bg-surface">
      <VideoPlayer title={title} videoUrl={files.videoUrl} posterUrl={files.posterUrl} />
      <div className="p-6 xl:p-7">
        <h2 className="text-heading text-wrap">{title}</h2>
        <p className="mt-2 text-muted">{subtitle}</p>
      </div>
    </article>
  );
}
