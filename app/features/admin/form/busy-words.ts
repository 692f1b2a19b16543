import type { UploadItem } from '../../uploads/upload-queue.ts';

/** What the button of a form says while it works: files first, then words. */
export const busyWords = (items: readonly UploadItem[]): string =>
  items.some(({ state }) => state !== 'done') ? 'Uploading...' : 'Saving...';
