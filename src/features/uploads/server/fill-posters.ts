import { findStoragePath, posterPathOf, storageUrl } from '#rules/stored-file.ts';
import { listVideosWithoutPoster, setPoster } from './queries/uploads.ts';
import type { UploadDeps } from './receive-upload.ts';

/** Sets the posters of videos that an earlier version saved, which found them by name. */
export async function fillPosters({ db, storage }: UploadDeps): Promise<void> {
  for (const { id, videoUrl } of await listVideosWithoutPoster(db)) {
    const film = findStoragePath(videoUrl);
    if (film === undefined || !(await storage.find(posterPathOf(film)))) continue;
    await setPoster(db, id, storageUrl(posterPathOf(film)));
  }
}
