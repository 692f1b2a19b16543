import { Play } from 'lucide-react';
import { type MouseEvent, useCallback, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Picture } from './picture.tsx';

interface VideoPlayerProps {
  title: string;
  videoUrl: string;
  posterUrl: string | null;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** Whether its picture is seen first. */
  isUrgent?: boolean;
}

const screen = 'block aspect-video h-auto w-full bg-screen object-contain';
const focus = 'focus-visible:-outline-offset-4 focus-visible:outline-gold-fill-from';

/**
 * A video that plays where it stands. Until somebody asks, it is its picture, and a link to the file:
 * a browser builds and styles its own player for each that a page shows.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { title, videoUrl, posterUrl, sizes, isUrgent = false } = props;
  /** Which version of the picture stood there when it was pressed: no other one is loaded. */
  const [pressed, setPressed] = useState<string>();
  const [isUnplayable, setIsUnplayable] = useState(false);
  const check = useCallback((video: HTMLVideoElement) => {
    if (cannotPlay(video)) setIsUnplayable(true);
  }, []);
  const begin = useCallback(
    (video: HTMLVideoElement | null) => {
      if (pressed !== undefined) play(video);
      // It may have failed before the page came alive.
      if (video) check(video);
    },
    [pressed, check],
  );
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    // With a key held, or another button: to another tab, as with any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setPressed(event.currentTarget.querySelector('img')?.currentSrc ?? '');
  };

  if (posterUrl && pressed === undefined) {
    return (
      <a
        href={videoUrl}
        onClick={open}
        className={classNames('group relative grid place-items-center', focus)}
      >
        <Picture
          {...{ src: posterUrl, alt: '', sizes, isUrgent }}
          width={1280}
          height={720}
          className={screen}
        />
        <span className="absolute grid size-16 place-items-center rounded-full border border-gold-fill-from bg-screen/80 text-gold-fill-from transition-colors group-hover:bg-gold-fill-from group-hover:text-on-gold">
          <Play className="ml-1 size-6 fill-current" strokeWidth={1.5} />
          <span className="sr-only">Play {title}</span>
        </span>
      </a>
    );
  }
  if (isUnplayable) {
    return (
      <div className="grid aspect-video w-full place-content-center gap-3 bg-screen p-6 text-center">
        <p role="alert" className="text-gold-fill-from">
          This browser cannot play this video.
        </p>
        <a
          href={videoUrl}
          download
          className={classNames('font-semibold text-gold-fill-from underline', focus)}
        >
          Download {title}
        </a>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: what is uploaded has no captions; its subtitle stands below
    <video
      ref={begin}
      onError={({ currentTarget }) => check(currentTarget)}
      onLoadedMetadata={({ currentTarget }) => check(currentTarget)}
      controls
      playsInline
      preload="metadata"
      src={videoUrl}
      poster={pressed || undefined}
      width={1280}
      height={720}
      aria-label={title}
      className={classNames(screen, focus)}
    />
  );
}

/** Whether a browser has given a video up, or plays its sound and has no picture of it. A lost line is neither. */
const cannotPlay = ({ error, readyState, videoWidth }: HTMLVideoElement): boolean =>
  error === null
    ? readyState >= HTMLMediaElement.HAVE_METADATA && videoWidth === 0
    : error.code !== MediaError.MEDIA_ERR_NETWORK;

/** Within the press that asked for it, or browsers would not play with sound. */
function play(video: HTMLVideoElement | null): void {
  video?.focus();
  // Where it must not begin by itself after all, its controls are there.
  video?.play().catch(() => undefined);
}
