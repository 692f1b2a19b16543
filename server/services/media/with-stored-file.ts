import { findStoragePath } from '#domain/stored-file.ts';
import type { Executor } from '#server/db/executor.ts';
import { lockFilesForShare } from '#server/db/queries/stored-files.ts';
import type { RecordDeps } from '#server/services/records/record-deps.ts';
import { fileMissing, type MediaDeps } from './media-deps.ts';

type FileNaming<Item extends { id: string }> = Pick<
  MediaDeps<Item>,
  'db' | 'circuit' | 'records' | 'storage' | 'urlOf'
>;

/**
 * The same table, but a row that names a file is written only while that file is there, and
 * none is swept away in that moment. Writing throws `file-missing` (422) and
 * `storage-unavailable` (503) as well.
 */
export function withStoredFile<Item extends { id: string }>({
  storage,
  urlOf,
  records,
  ...deps
}: FileNaming<Item>): RecordDeps<Item> {
  const naming = <T>(
    db: Executor,
    item: Partial<Item>,
    write: (db: Executor) => Promise<T>,
  ): Promise<T> => {
    const url = urlOf(item);
    if (url === null || url === undefined) return write(db);
    return db.transaction(async (transaction) => {
      await lockFilesForShare(transaction);
      const path = findStoragePath(url);
      if (path === undefined || !(await storage.find(path))) throw fileMissing();
      return write(transaction);
    });
  };
  return {
    ...deps,
    records: {
      ...records,
      insert: (db, item) => naming(db, item, (within) => records.insert(within, item)),
      update: (db, id, changes) =>
        naming(db, changes, (within) => records.update(within, id, changes)),
    },
  };
}
