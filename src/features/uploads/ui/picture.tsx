import { pictureSources } from '#features/uploads/rules/picture-url.ts';

interface PictureProps {
  src: string;
  alt: string;
  /** The picture's own size in pixels, or any of the same proportions: the room that is kept for it. */
  width: number;
  height: number;
  /** How wide it is shown, as in `<img sizes>`; the browser chooses a version by it. */
  sizes: string;
  /** Whether it is seen first: loaded at once, before everything else. */
  isUrgent?: boolean;
  className?: string;
}

/** A picture in the sizes and formats that a browser can choose from. Nothing moves when it arrives. */
export function Picture({ src, sizes, isUrgent = false, alt, ...image }: PictureProps) {
  const { sources, fallback } = pictureSources(src);
  return (
    <picture className="contents">
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        {...image}
        alt={alt}
        src={fallback}
        loading={isUrgent ? 'eager' : 'lazy'}
        fetchPriority={isUrgent ? 'high' : undefined}
        decoding="async"
        draggable={false}
      />
    </picture>
  );
}
