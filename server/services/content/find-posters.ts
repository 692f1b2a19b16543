import { findStoragePath, posterPathOf, storageUrl } from '#domain/stored-file.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

/** A poster that is not there is looked for again after this time, in milliseconds. */
const forgetMissingMs = 60_000;

/** Makes what finds a video's still picture, or `null`. What was found is remembered, as stored files never change. */
export function createFindPoster(storage: Pick<FileStorage, 'find'>, now = Date.now) {
  const found = new Set<string>();
  const missingSince = new Map<string, number>();

  async function isThere(path: string): Promise<boolean> {
    if (found.has(path)) return true;
    if (now() - (missingSince.get(path) ?? -Infinity) < forgetMissingMs) return false;
    const file = await storage.find(path).catch(() => undefined);
    if (file) found.add(path);
    else missingSince.set(path, now());
    return file !== undefined;
  }

  return async (videoUrl: string): Promise<string | null> => {
    const video = findStoragePath(videoUrl);
    if (video === undefined) return null;
    const poster = posterPathOf(video);
    return (await isThere(poster)) ? storageUrl(poster) : null;
  };
}
