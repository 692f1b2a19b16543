import sharp, { type Metadata, type Sharp } from 'sharp';
import { limitConcurrency } from '#platform/jobs/concurrency.ts';
import { picturesBusy } from './create-pictures.ts';
import { hasTooManyPixels } from './pixel-limits.ts';
import { UnreadablePictureError } from './render-picture.ts';

/** The library's own limit; the header is checked before. */
const limitInputPixels = 200_000_000;

/** The time limit for a picture, in seconds. */
const timeoutSeconds = 120;

/** Encoding a large picture takes 200 MB, so only one is encoded at a time. */
const limit = limitConcurrency({ running: 1, waiting: 100, refusal: picturesBusy });

/**
 * Re-encodes a picture in its own format: upright, in sRGB, without location and camera data.
 * Throws UnreadablePictureError, and `pictures-busy` (503).
 */
export const cleanPicture = (read: () => Promise<Buffer>): Promise<Buffer> =>
  limit(async () => {
    const content = await read();
    try {
      return await rewrite(content);
    } catch (error) {
      if (error instanceof UnreadablePictureError) throw error;
      throw new UnreadablePictureError('The picture cannot be read', { cause: error });
    }
  });

async function rewrite(content: Buffer): Promise<Buffer> {
  const options = { limitInputPixels, failOn: 'error' } as const;
  const metadata = await sharp(content, { ...options, animated: true }).metadata();
  const { format: found, width, pages = 1, pageHeight: height = metadata.height } = metadata;
  if (hasTooManyPixels({ format: found, width, height, frames: pages, bytes: content.length })) {
    throw new UnreadablePictureError('The picture has too many pixels');
  }
  const { exif, xmp, iptc, orientation } = metadata;
  if (found === 'heif' && !exif && !xmp && !iptc && !orientation) {
    // Encoding an AVIF takes many seconds, and few have metadata, so it is only decoded as a check.
    await sharp(content, options).timeout({ seconds: timeoutSeconds }).stats();
    return content;
  }
  const isMoving = pages > 1;
  const picture = sharp(content, { ...options, animated: isMoving, sequentialRead: isMoving });
  picture.timeout({ seconds: timeoutSeconds });
  // Animated pictures cannot be rotated, and browsers do not rotate them.
  if (!isMoving) picture.autoOrient();
  return encode(picture, metadata, content).toBuffer();
}

/** Encodes without visible loss, because the versions for pages are made from it. */
function encode(picture: Sharp, metadata: Metadata, content: Buffer): Sharp {
  switch (metadata.format) {
    case 'jpeg': {
      const isFull = metadata.chromaSubsampling === '4:4:4';
      return picture.jpeg({ quality: 92, chromaSubsampling: isFull ? '4:4:4' : '4:2:0' });
    }
    case 'png':
      return picture.png({ adaptiveFiltering: true, palette: metadata.isPalette ?? false });
    case 'webp':
      return picture.webp({ quality: 92, exact: true, lossless: content.includes('VP8L') });
    case 'gif':
      return picture.gif({ effort: 1 });
    default:
      return picture.avif({ quality: 80, effort: 2 });
  }
}
