import type { Video } from '#domain/media.ts';
import { isResizable, pictureAddress } from '#domain/picture-address.ts';

/** A video that plays where it stands. Until somebody asks, the browser loads no more than its beginning. */
export function VideoCard({ video }: { video: Video }) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-sm border border-hairline bg-surface">
      {/* biome-ignore lint/a11y/useMediaCaption: what is uploaded has no captions; its subtitle stands below */}
      <video
        controls
        playsInline
        preload="metadata"
        src={video.videoUrl}
        poster={video.posterUrl ? toPoster(video.posterUrl) : undefined}
        width={1280}
        height={720}
        aria-label={video.title}
        className="block aspect-video h-auto w-full bg-[#0d0b08] object-contain"
      />
      <div className="p-6 xl:p-7">
        <h2 className="text-heading text-wrap">{video.title}</h2>
        <p className="mt-2 text-muted">{video.subtitle}</p>
      </div>
    </article>
  );
}

/** A poster has one address: a size that is sharp enough for a card. */
const toPoster = (poster: string) =>
  isResizable(poster) ? pictureAddress({ source: poster, size: 960, format: 'webp' }) : poster;
