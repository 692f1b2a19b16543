import sharp, { type Sharp } from 'sharp';
import { type PictureFormat, type PictureSize, sharePicture } from '#rules/picture-url.ts';

// The content decides, not the name. Of libvips' formats, only those that can be uploaded are
// enabled: SVG, PDF and others could read other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`),
});
// One thread per picture: the site limits parallel encoding itself.
sharp.concurrency(1);

/** Pictures with more pixels are not opened: a small file can have very many. */
export const maxPixels = 50_000_000;

/** The time limit for a picture, in seconds. */
const timeoutSeconds = 20;

/** The file is not a supported picture, or has too many pixels. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError';
}

/**
 * Creates one version of a picture: upright, without metadata, never enlarged. Throws
 * UnreadablePictureError.
 */
export async function renderPicture(
  content: Uint8Array,
  { size, format }: { size: PictureSize; format: PictureFormat },
): Promise<Buffer> {
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient();
    const resized =
      size === 'share'
        ? picture.resize({ ...sharePicture, fit: 'cover', position: 'attention' })
        : picture.resize({ width: size, withoutEnlargement: true });
    return await encode(resized, format).toBuffer();
  } catch (error) {
    throw new UnreadablePictureError('The picture cannot be read', { cause: error });
  }
}

function encode(picture: Sharp, format: PictureFormat): Sharp {
  if (format === 'avif') return picture.avif({ quality: 52, effort: 2 });
  if (format === 'webp') return picture.webp({ quality: 78 });
  // JPEG has no transparency; this is the background of the dark theme.
  return picture.flatten({ background: '#0d0b08' }).jpeg({ quality: 80, mozjpeg: true });
}
