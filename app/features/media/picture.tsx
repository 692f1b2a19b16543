import { isResizable, type PictureFormat, pictureUrl, pictureWidths } from '#domain/picture-url.ts';

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

/** JPEG for browsers that know neither of the others, in one middle size. */
const fallbackWidth = 960;

/** Moving pictures stay as they are: their versions would stand still. */
const moves = (src: string) => /\.gif$/i.test(src);

/** A picture in the sizes and formats that a browser can choose from. Nothing moves when it arrives. */
export function Picture({ src, sizes, isUrgent = false, alt, ...image }: PictureProps) {
  const hasVersions = isResizable(src) && !moves(src);
  const versions = (format: PictureFormat) =>
    pictureWidths.map((size) => `${pictureUrl({ source: src, size, format })} ${size}w`).join(', ');
  return (
    <picture className="contents">
      {hasVersions && <source type="image/avif" srcSet={versions('avif')} sizes={sizes} />}
      {hasVersions && <source type="image/webp" srcSet={versions('webp')} sizes={sizes} />}
      <img
        {...image}
        alt={alt}
        src={hasVersions ? pictureUrl({ source: src, size: fallbackWidth, format: 'jpeg' }) : src}
        loading={isUrgent ? 'eager' : 'lazy'}
        fetchPriority={isUrgent ? 'high' : undefined}
        decoding="async"
        draggable={false}
      />
    </picture>
  );
}
