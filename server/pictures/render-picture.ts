import sharp, { type Sharp } from 'sharp';
import { type PictureFormat, type PictureSize, sharePicture } from '#domain/picture-url.ts';

// What a file holds decides, not its name: of everything that libvips reads, only what may
// be uploaded as a picture. SVG, PDF and the rest could reach for other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`),
});
// Each picture is made by one thread, and how many are made at once is our decision.
sharp.concurrency(1);

/** A picture of more pixels is not opened: a small file can hold a great many. */
export const mostPixels = 50_000_000;

/** A picture that takes longer to make is given up, in seconds. */
const timeoutSeconds = 20;

/** The file is no picture of the kinds that are taken, or is too large to open. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError';
}

/** Makes one version of a picture: upright, without metadata, never larger than it was. Throws UnreadablePictureError. */
export async function renderPicture(
  content: Uint8Array,
  { size, format }: { size: PictureSize; format: PictureFormat },
): Promise<Buffer> {
  try {
    const picture = sharp(content, { limitInputPixels: mostPixels })
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
  // JPEG knows no transparency; the ground of the dark theme stands behind it.
  return picture.flatten({ background: '#0d0b08' }).jpeg({ quality: 80, mozjpeg: true });
}
