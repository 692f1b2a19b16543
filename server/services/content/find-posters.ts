import { findStoragePath, posterPathOf, storageUrl } from '#domain/stored-file.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

/** Makes what finds a video's still picture, or `null`: it may come after the video was saved. */
export function createFindPoster(storage: Pick<FileStorage, 'find'>) {
  const found = new Set<string>();

  async function isThere(path: string): Promise<boolean> {
    if (found.has(path)) return true;
    const file = await storage.find(path).catch(() => undefined);
    if (file) found.add(path);
    return file !== undefined;
  }

  return async (videoUrl: string): Promise<string | null> => {
    const video = findStoragePath(videoUrl);
    if (video === undefined) return null;
    const poster = posterPathOf(video);
    return (await isThere(poster)) ? storageUrl(poster) : null;
  };
}
