import { findStoragePath, posterPathOf, storageUrl } from '#domain/stored-file.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

/** Returns what finds the size of a stored file in bytes. Sizes are cached: files never change under their names. */
function createFindSize(storage: Pick<FileStorage, 'find'>) {
  const sizes = new Map<string, number>();
  return async (path: string): Promise<number | null> => {
    const size = sizes.get(path) ?? (await storage.find(path).catch(() => undefined))?.size;
    if (size !== undefined) sizes.set(path, size);
    return size ?? null;
  };
}

/** Returns what finds the poster of a video, which may be uploaded after it, and the size of a file. */
export function createFindFiles(storage: Pick<FileStorage, 'find'>) {
  const findSize = createFindSize(storage);
  return {
    async findPoster(videoUrl: string): Promise<string | null> {
      const video = findStoragePath(videoUrl);
      if (video === undefined) return null;
      const poster = posterPathOf(video);
      return (await findSize(poster)) === null ? null : storageUrl(poster);
    },
    async findFileSize(url: string): Promise<number | null> {
      const path = findStoragePath(url);
      return path === undefined ? null : findSize(path);
    },
  };
}
