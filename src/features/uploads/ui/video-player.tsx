import { Play } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import { Picture } from './picture.tsx';

interface VideoPlayerProps {
  title: string;
  videoUrl: string;
  /** The rendition that saves data, if there is one. */
  smallUrl?: string | null;
  posterUrl: string | null;
  captionsUrl: string | null;
  /** As in `<img sizes>`. */
  sizes: string;
  /** Whether its poster is at the top of the page. */
  isUrgent?: boolean;
}

const screen = 'block aspect-video h-auto w-full bg-screen object-contain';
const focus = 'focus-visible:-outline-offset-4 focus-visible:outline-gold-fill-from';

/**
 * A video that plays in place (document/play-video.ts). Until then it is a poster that links to the
 * file, because a page full of native players is slow.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { title, videoUrl, smallUrl, posterUrl, captionsUrl, sizes, isUrgent = false } = props;
  if (posterUrl) {
    return (
      <div>
        {/* A file that is opened has no captions. */}
        {captionsUrl && (
          <noscript>
            <Player {...props} />
          </noscript>
        )}
        <a
          href={videoUrl}
          data-video={classNames(screen, focus)}
          data-title={title}
          data-small={smallUrl ?? undefined}
          data-captions={captionsUrl ?? undefined}
          className={classNames(
            'group relative grid place-items-center',
            captionsUrl && 'noscript:hidden',
            focus,
          )}
        >
          <Picture
            src={posterUrl}
            alt=""
            sizes={sizes}
            isUrgent={isUrgent}
            width={1280}
            height={720}
            className={screen}
          />
          <span className="absolute grid size-16 place-items-center rounded-full border border-gold-fill-from bg-screen/80 text-gold-fill-from transition-colors group-hover:bg-gold-fill-from group-hover:text-on-gold">
            <Play className="ml-1 size-6 fill-current" strokeWidth={1.5} />
            <span className="sr-only">Play {title}</span>
          </span>
        </a>
      </div>
    );
  }
  return <Player {...props} />;
}

/** The platform’s player. Viewers turn the captions on there, or for all sites in their settings. */
const Player = ({ title, videoUrl, smallUrl, posterUrl, captionsUrl }: VideoPlayerProps) => (
  // biome-ignore lint/a11y/useMediaCaption: not every video has captions
  <video
    controls
    playsInline
    preload={posterUrl ? 'none' : 'metadata'}
    poster={posterUrl ?? undefined}
    src={videoUrl}
    data-small={smallUrl ?? undefined}
    data-full={smallUrl ? videoUrl : undefined}
    width={1280}
    height={720}
    aria-label={title}
    className={classNames(screen, focus)}
  >
    {captionsUrl && <track kind="captions" label="Captions" src={captionsUrl} />}
  </video>
);
