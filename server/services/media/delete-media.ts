import { contentTypeOf, findStoragePath, posterPathOf } from '#domain/stored-file.ts';
import { listNamedPaths } from '#server/db/queries/stored-files.ts';
import { deskTimeoutMs, recordNotFound } from '#server/services/records/record-deps.ts';
import { fileNotDeleted, type MediaDeps, type MediaItem } from './media-deps.ts';

/**
 * Deletes a record and its file if it has one, and a video's poster with it. The row goes in a transaction
 * that ends only when the file is gone: whatever fails, the row is still there and deleting
 * can be repeated. A file that another record names as well stays. Throws 404,
 * `unusable-file-url` (409), `file-not-deleted` and `database-unavailable` (503).
 */
export function deleteMedia<Item extends MediaItem>(
  { db, circuit, records, storage, urlOf, refuseUrl }: MediaDeps<Item>,
  { id }: { id: string },
): Promise<void> {
  return circuit.run(
    () =>
      db.transaction(async (transaction) => {
        const removed = await records.remove(transaction, id);
        if (!removed) throw recordNotFound();
        const url = urlOf(removed);
        if (url === null || url === undefined) return;
        const path = findStoragePath(url);
        if (path === undefined) throw refuseUrl(url);
        if ((await listNamedPaths(transaction, [path])).length > 0) return;
        try {
          await storage.delete(path);
          if (contentTypeOf(path)?.startsWith('video/')) await storage.delete(posterPathOf(path));
        } catch (error) {
          throw fileNotDeleted(error);
        }
      }),
    deskTimeoutMs,
  );
}
