import { isDeepStrictEqual } from 'node:util';
import type { PageQuery } from '#domain/list-page.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import type { Database, Executor } from '#server/db/executor.ts';
import type { RecordQueries } from '#server/db/queries/records.ts';
import { lockFilesForShare } from '#server/db/queries/stored-files.ts';
import { AppError, idReused } from '#server/errors.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

interface RecordOptions<Item extends { id: string }> {
  db: Database;
  storage: FileStorage;
  now: () => Date;
  records: RecordQueries<Item>;
  /** Which stored file a row names; absent for tables whose rows name none. */
  file?: {
    urlOf: (item: Partial<Item>) => string | null | undefined;
    /** What is said of a row that names no file of this site, and so cannot be deleted. */
    describeUnusable: (url: string) => string;
  };
}

/** What can be done with the records of one table. */
export type RecordServices<Item extends { id: string }> = ReturnType<
  typeof createRecordServices<Item>
>;

/**
 * Reads and writes one table of content. A row that names a stored file is written only while
 * that file is there.
 */
export function createRecordServices<Item extends { id: string }>(options: RecordOptions<Item>) {
  const { db, storage, now, records, file } = options;
  /** No file is swept away between the look at it and the row that names it. */
  function whileFileIsThere<T>(
    item: Partial<Item>,
    write: (db: Executor) => Promise<T>,
  ): Promise<T> {
    const url = file?.urlOf(item) ?? undefined;
    if (url === undefined) return write(db);
    return db.transaction(async (transaction) => {
      await lockFilesForShare(transaction);
      const path = findStoragePath(url);
      if (path === undefined || !(await storage.find(path))) {
        throw new AppError(
          422,
          'file-missing',
          'The uploaded file is not there any more. Please upload it again.',
          { message: 'The file of a record is not in the storage' },
        );
      }
      return write(transaction);
    });
  }

  function requireUsableFile(item: Item): void {
    const url = file?.urlOf(item) ?? undefined;
    if (!file || url === undefined || findStoragePath(url) !== undefined) return;
    const message = 'A record names no file of this site';
    throw new AppError(409, 'unusable-file-url', file.describeUnusable(url), { message });
  }

  return {
    /** Lists one page, newest first. Throws `invalid-cursor` (400). */
    list: (page: PageQuery) => records.list(db, page),

    /** Throws 404. */
    async get({ id }: { id: string }): Promise<Item> {
      const record = await records.find(db, id);
      if (!record) throw recordNotFound();
      return record;
    },

    /**
     * Adds a record under the id that the browser made; repeating it with the same content
     * succeeds. Throws `id-reused` (409), `file-missing` (422).
     */
    add: (record: Partial<Item> & { id: string }): Promise<void> =>
      whileFileIsThere(record, async (within) => {
        if (await records.insert(within, record)) return;
        const existing = await records.findAdded(within, record.id);
        const isSame = existing && isDeepStrictEqual({ ...existing, ...record }, { ...existing });
        if (!isSame) throw idReused(record.id);
      }),

    /** Changes what is given of a record. Throws 404, `file-missing` (422). */
    change: ({ id, changes }: { id: string; changes: Partial<Item> }): Promise<void> =>
      whileFileIsThere(changes, async (within) => {
        const isThere =
          Object.keys(changes).length === 0
            ? (await records.find(within, id)) !== undefined
            : await records.update(within, id, changes);
        if (!isThere) throw recordNotFound();
      }),

    /**
     * Puts a record into the trash; its file stays with it. Throws 404, `unusable-file-url` (409).
     */
    delete: ({ id }: { id: string }): Promise<void> =>
      db.transaction(async (transaction) => {
        const trashed = await records.trash(transaction, id, now());
        if (!trashed) throw recordNotFound();
        requireUsableFile(trashed);
      }),
  };
}

/** 404: there is no record of this id, or none any more. */
export const recordNotFound = () =>
  new AppError(404, 'not-found', 'This entry does not exist any more.');
