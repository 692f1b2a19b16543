import { pictureSources } from '#rules/picture-url.ts';

interface PictureProps {
  src: string;
  alt: string;
  /**
   * The picture's own size in pixels, or any size with the same proportions, to reserve the space.
   */
  width: number;
  height: number;
  /**
   * The width at which it is shown, as in `<img sizes>`, from which the browser chooses a version.
   */
  sizes: string;
  /** Whether it is visible when the page loads. Then it is loaded first. */
  isUrgent?: boolean;
  className?: string;
}

/** A picture in several sizes and formats. Nothing moves when it loads. */
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
