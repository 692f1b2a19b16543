import { ShownError } from '../../forms/shown-error.ts';
import type { UploadQueue } from '../../uploads/upload-queue.ts';

/**
 * The public address of a chosen file, as soon as the site has it. Throws what is to be shown,
 * made of the reason, when it cannot be uploaded.
 */
export async function urlOfUpload(
  queue: UploadQueue,
  key: string,
  failed: (reason: string) => string = (reason) => `Upload failed: ${reason}`,
): Promise<string> {
  try {
    return await queue.urlOf(key);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // This one is a sentence of its own.
    throw new ShownError(reason.startsWith('Could not get public URL') ? reason : failed(reason));
  }
}
