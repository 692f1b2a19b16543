import { isResizable, pictureUrl } from '#domain/picture-url.ts';

interface VideoPlayerProps {
  title: string;
  videoUrl: string;
  posterUrl: string | null;
}

/** A video that plays where it stands. Until somebody asks, the browser loads no more than its beginning. */
export const VideoPlayer = ({ title, videoUrl, posterUrl }: VideoPlayerProps) => (
  // biome-ignore lint/a11y/useMediaCaption: what is uploaded has no captions; its subtitle stands below
  <video
    controls
    playsInline
    preload="metadata"
    src={videoUrl}
    poster={posterUrl ? toPoster(posterUrl) : undefined}
    width={1280}
    height={720}
    aria-label={title}
    className="block aspect-video h-auto w-full bg-[#0d0b08] object-contain"
  />
);

/** A poster has one URL: a size that is sharp enough for a card. */
const toPoster = (poster: string) =>
  isResizable(poster) ? pictureUrl({ source: poster, size: 960, format: 'webp' }) : poster;
