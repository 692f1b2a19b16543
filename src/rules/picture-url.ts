import { findStoragePath } from './stored-file.ts';

/** The only widths that pictures are available in, in pixels. */
export const pictureWidths = [320, 480, 640, 960, 1280, 1920] as const;

/** The formats that pictures are available in, smallest files first. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

/** The picture of a share card: cropped to this size, in pixels. */
export const sharePicture = { width: 1200, height: 630 } as const;

export type PictureFormat = (typeof pictureFormats)[number];
export type PictureSize = (typeof pictureWidths)[number] | 'share';

export interface PictureVersion {
  /** The URL of the original on this site. */
  source: string;
  size: PictureSize;
  format: PictureFormat;
}

const publicPicture = /^\/pictures\/(?:[A-Za-z0-9][\w-]*\/)*[A-Za-z0-9][\w-]*(?:\.[\w-]+)*$/;
const raster = /\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Returns whether a picture is available in other sizes: a raster image on this site. */
export const isResizable = (source: string): boolean =>
  raster.test(source) && (findStoragePath(source) !== undefined || publicPicture.test(source));

/** Returns whether a picture is on this site: pictures of other hosts are not shown. */
export const isOwnUrl = (source: string): boolean => /^\/(?![/\\])/.test(source);

/**
 * Returns the URL of a version of a picture, e.g.
 * `/images/640/storage/testimonials/blog/1-chart.png.webp`.
 */
export const pictureUrl = ({ source, size, format }: PictureVersion): string =>
  `/images/${size}${source}.${format}`;

/** The width of the JPEG for browsers that support neither of the other formats. */
const fallbackWidth = 960;

/**
 * Returns the sources that a browser can choose from, and the URL for browsers without such
 * support.
 */
export function pictureSources(source: string) {
  // Animated pictures are served unchanged: other versions would not move.
  if (!isResizable(source) || /\.gif$/i.test(source)) return { sources: [], fallback: source };
  const sources = (['avif', 'webp'] as const).map((format) => ({
    type: `image/${format}`,
    srcset: pictureWidths
      .map((size) => `${pictureUrl({ source, size, format })} ${size}w`)
      .join(', '),
  }));
  return { sources, fallback: pictureUrl({ source, size: fallbackWidth, format: 'jpeg' }) };
}

/** Parses such a URL. Returns undefined for URLs that no page uses. */
export function parsePictureUrl(pathname: string): PictureVersion | undefined {
  const match = /^\/images\/(\d+|share)(\/.+)\.(avif|webp|jpeg)$/.exec(pathname);
  if (!match) return;
  const [, named, source = '', format] = match;
  const size = named === 'share' ? named : pictureWidths.find((width) => String(width) === named);
  if (size === undefined || !isResizable(source)) return;
  return { source, size, format: format as PictureFormat };
}
