import sharp from 'sharp';
import { maxPixels, UnreadablePictureError } from './render-picture.ts';

/** Returns the displayed size of a picture, in pixels. Throws UnreadablePictureError. */
export async function measurePicture(
  content: Uint8Array,
): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(content, { limitInputPixels: maxPixels }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    throw new UnreadablePictureError('The picture cannot be read', { cause: error });
  }
}
