import { findStoragePath } from './stored-file.ts';

/** The widths in which pictures are made, in pixels; no others are. */
export const pictureWidths = [320, 480, 640, 960, 1280, 1920] as const;

/** The formats in which pictures are made, the smallest first. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

/** The size of a share card's picture: cut to this box, in pixels. */
export const sharePicture = { width: 1200, height: 630 } as const;

export type PictureFormat = (typeof pictureFormats)[number];
export type PictureSize = (typeof pictureWidths)[number] | 'share';

export interface PictureVersion {
  /** The URL of the picture it is made of, on this site. */
  source: string;
  size: PictureSize;
  format: PictureFormat;
}

const publicPicture = /^\/pictures\/(?:[A-Za-z0-9][\w-]*\/)*[A-Za-z0-9][\w-]*(?:\.[\w-]+)*$/;
const raster = /\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Returns whether other versions of a picture can be made: pixels, and one of our own. */
export const isResizable = (source: string): boolean =>
  raster.test(source) && (findStoragePath(source) !== undefined || publicPicture.test(source));

/** Returns whether a picture is one of this site: no other host's may be shown. */
export const isOwnUrl = (source: string): boolean => /^\/(?![/\\])/.test(source);

/** Returns where one version of a picture is: `/images/640/storage/testimonials/blog/1-chart.png.webp`. */
export const pictureUrl = ({ source, size, format }: PictureVersion): string =>
  `/images/${size}${source}.${format}`;

/** JPEG for browsers that know neither of the other formats, in one middle size. */
const fallbackWidth = 960;

/** Returns what a browser can choose from, and the URL for browsers that choose nothing. */
export function pictureSources(source: string) {
  // Moving pictures stay as they are: their versions would stand still.
  if (!isResizable(source) || /\.gif$/i.test(source)) return { sources: [], fallback: source };
  const sources = (['avif', 'webp'] as const).map((format) => ({
    type: `image/${format}`,
    srcset: pictureWidths
      .map((size) => `${pictureUrl({ source, size, format })} ${size}w`)
      .join(', '),
  }));
  return { sources, fallback: pictureUrl({ source, size: fallbackWidth, format: 'jpeg' }) };
}

/** Reads such a URL. Returns nothing for one that no page of ours would ask for. */
export function parsePictureUrl(pathname: string): PictureVersion | undefined {
  const match = /^\/images\/(\d+|share)(\/.+)\.(avif|webp|jpeg)$/.exec(pathname);
  if (!match) return;
  const [, named, source = '', format] = match;
  const size = named === 'share' ? named : pictureWidths.find((width) => String(width) === named);
  if (size === undefined || !isResizable(source)) return;
  return { source, size, format: format as PictureFormat };
}
