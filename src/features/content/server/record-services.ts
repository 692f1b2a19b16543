import { type Publication, publicationInPast } from '#features/content/rules/publication.ts';
import type { Database, Executor } from '#platform/db/executor.ts';
import { hasAll } from '#platform/db/has-all.ts';
import { lockFilesForShare } from '#platform/db/stored-files.ts';
import {
  AppError,
  editedElsewhere,
  idReused,
  invalidBody,
  recordNotFound,
} from '#platform/errors/errors.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import type { PageQuery, RecordQuery } from '#rules/list-page.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import type { RecordQueries, VersionedRecord } from './queries/records.ts';

interface RecordOptions<Item extends VersionedRecord> {
  db: Database;
  storage: FileStorage;
  now: () => Date;
  records: RecordQueries<Item>;
  /** The stored file of a row; absent for tables without files. */
  file?: {
    urlOf: (item: Partial<Item>) => string | null | undefined;
    /** The URLs of the files that belong to it. */
    otherUrlsOf?: (item: Partial<Item>) => (string | null | undefined)[];
    /** Returns the message for a row with an unusable file URL, which cannot be deleted. */
    describeUnusable: (url: string) => string;
  };
}

/** The values of a record to store. */
export type Written<Item> = Partial<Omit<Item, 'published_at'>> & { published_at?: Publication };

/** The use cases of one table's records. */
export type RecordServices<Item extends VersionedRecord> = ReturnType<
  typeof createRecordServices<Item>
>;

/**
 * Reads and writes one content table. A row is only written while its stored file exists. Replaced
 * files are left for the upload sweep, because an unsaved form may still use them.
 */
export function createRecordServices<Item extends VersionedRecord>(options: RecordOptions<Item>) {
  const { db, storage, records, file, now } = options;

  /** Returns the columns to store. Throws 422 for a publication in the past. */
  function toStored(written: Written<Item>, publishedBefore?: Date | null): Partial<Item> {
    const { published_at, ...words } = written;
    const instant = now();
    const isPast = published_at instanceof Date && published_at <= instant;
    if (isPast && published_at.getTime() !== publishedBefore?.getTime()) {
      throw invalidBody([{ field: 'published_at', message: publicationInPast }]);
    }
    const isPublic = publishedBefore ? publishedBefore <= instant : false;
    // A published record keeps its instant.
    const isKept = published_at === undefined || (published_at === 'now' && isPublic);
    return {
      ...words,
      ...(records.hasDrafts &&
        !isKept && { published_at: published_at === 'now' ? instant : published_at }),
    } as Partial<Item>;
  }

  const urlsOf = (item: Partial<Item>): string[] =>
    [file?.urlOf(item), ...(file?.otherUrlsOf?.(item) ?? [])].filter(
      (url) => typeof url === 'string',
    );

  /** Runs a write while the sweep is blocked, so that the checked files still exist. */
  function withFilesLocked<T>(urls: string[], write: (db: Executor) => Promise<T>): Promise<T> {
    if (urls.length === 0) return write(db);
    return db.transaction(async (transaction) => {
      await lockFilesForShare(transaction);
      for (const url of urls) await requireFile(url);
      return write(transaction);
    });
  }

  async function requireFile(url: string): Promise<void> {
    const path = findStoragePath(url);
    if (path !== undefined && (await storage.find(path))) return;
    const userMessage = 'The uploaded file no longer exists. Upload it again.';
    const message = 'The file of a record is not in the storage';
    throw new AppError(422, 'file-missing', userMessage, { message });
  }

  function requireUsableFile(item: Item): void {
    const url = file?.urlOf(item) ?? undefined;
    if (!file || url === undefined || findStoragePath(url) !== undefined) return;
    const message = 'A record names no file of this site';
    throw new AppError(409, 'unusable-file-url', file.describeUnusable(url), { message });
  }

  return {
    /** Lists one page: with `drafts` everything, otherwise what visitors see. Throws `invalid-cursor` (400). */
    list: ({ drafts = false, ...page }: Partial<RecordQuery> & PageQuery) =>
      records.list(db, page, drafts ? undefined : now()),

    /** Returns one record: with `drafts` any, otherwise one that visitors see. Throws 404. */
    async get({ id, drafts = false }: { id: string; drafts?: boolean }): Promise<Item> {
      const record = await records.find(db, id, drafts ? undefined : now());
      if (!record) throw recordNotFound();
      return record;
    },

    /**
     * Adds a record with the browser's id. Repeating it with the same content succeeds. It is
     * published now by default. Throws `id-reused` (409), `file-missing` (422), and 422 for a
     * publication in the past.
     */
    async add(written: Written<NoInfer<Item>> & { id: string }): Promise<void> {
      const record = toStored({ published_at: 'now', ...written });
      await withFilesLocked(urlsOf(record), async (within) => {
        if (await records.insert(within, { ...record, id: written.id })) return;
        const existing = await records.findAdded(within, written.id);
        const { published_at, ...words } = written;
        // `now` is a different instant each time.
        const same = { ...words, ...(published_at instanceof Date && { published_at }) };
        if (!existing || !hasAll(existing, same)) throw idReused(written.id);
      });
    },

    /**
     * Changes some columns of a record, from its `version`. Repeating it succeeds. Throws 404,
     * `edited-elsewhere` (409), `file-missing` (422), and 422 for a publication in the past.
     */
    async change({ id, version, changes: written }: RecordChange<NoInfer<Item>>): Promise<void> {
      const before = await records.find(db, id);
      if (!before) throw recordNotFound();
      const changes = toStored(written, publicationOf(before));
      const refuseOutdated = (current: Item) => {
        if (version !== undefined && current.version !== version && !hasAll(current, changes)) {
          throw editedElsewhere(current);
        }
      };
      refuseOutdated(before);
      if (hasAll(before, changes)) return;
      // Files that it already used are not checked.
      const known = urlsOf(before);
      const added = urlsOf(changes).filter((url) => !known.includes(url));
      await withFilesLocked(added, async (within) => {
        if (await records.update(within, { id, version }, changes)) return;
        const current = await records.find(within, id);
        if (!current) throw recordNotFound();
        refuseOutdated(current);
      });
    },

    /** Moves a record and its file to the trash. Throws 404, `unusable-file-url` (409). */
    delete: ({ id }: { id: string }): Promise<void> =>
      db.transaction(async (transaction) => {
        const trashed = await records.trash(transaction, id, now());
        if (!trashed) throw recordNotFound();
        requireUsableFile(trashed);
      }),
  };
}

interface RecordChange<Item extends VersionedRecord> {
  id: string;
  /** The version that was read. Without it, the change overwrites any version. */
  version?: number | undefined;
  changes: Written<Item>;
}

const publicationOf = (record: object): Date | null | undefined =>
  'published_at' in record ? (record.published_at as Date | null) : undefined;
