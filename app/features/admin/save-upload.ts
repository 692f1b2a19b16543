import { ShownError } from '../forms/problem.ts';
import type { UploadQueue } from '../uploads/upload-queue.ts';
import { useUploadItems } from '../uploads/upload-queues.tsx';

/** Returns what the button of a form says while it works: files first, then words. */
export const useBusyWords = (queue: UploadQueue): string =>
  useUploadItems(queue).some(({ state }) => state !== 'done') ? 'Uploading...' : 'Saving...';

/**
 * Returns the public URL of a chosen file, as soon as the site has it. Throws what is to be
 * shown, made of the reason, when it cannot be uploaded.
 */
export async function urlOfUpload(
  queue: UploadQueue,
  key: string,
  failed = (reason: string) => `Upload failed: ${reason}`,
): Promise<string> {
  try {
    return await queue.urlOf(key);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // This one is a sentence of its own.
    throw new ShownError(reason.startsWith('Could not get public URL') ? reason : failed(reason));
  }
}

/** Saves the record of a chosen file by its public URL; what is saved leaves the queue. */
export async function saveUpload(
  queue: UploadQueue,
  key: string,
  save: (url: string) => Promise<Response>,
  failed?: (reason: string) => string,
): Promise<Response> {
  const response = await save(await urlOfUpload(queue, key, failed));
  if (response.ok) queue.settle(key);
  return response;
}
