import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import { bucketName, isStoragePath } from '#domain/stored-file.ts';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';
import { createDiskDriver } from './disk.ts';
import { createObjectStoreDriver } from './object-store.ts';

/** What flydrive does alike in both places, and what it lacks: whole writes and parts of files. */
export interface StorageDriver {
  disk: Disk;
  put(path: string, content: Readable, size: number): Promise<void>;
  adopt(path: string, from: string, size: number): Promise<void>;
  open(path: string, range?: ByteRange): Promise<Readable>;
  removeUnfinished(before: Date): Promise<number>;
  /** Yields every file with its bytes. */
  listSizes(): AsyncIterable<Pick<StoredFile, 'path' | 'size'>>;
  /** Returns whether an error of the place itself says that there is no such file. */
  isMissing(error: unknown): boolean;
  close(): void;
}

/** What is known of a file without reading it. */
export interface StoredFile {
  /** Its path in the bucket, such as `blog/1763712000000-chart.png`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Strong, with its quotes: other bytes have another one. */
  etag: string;
  modifiedAt: Date;
}

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export type FileStorage = ReturnType<typeof createFileStorage>;

/**
 * Opens the site's bucket of files that never change under their names. Connects to nothing yet.
 * Throws on paths that `isStoragePath` refuses, and `storage-unavailable` (503).
 */
export function createFileStorage({
  dataDirectory,
  objectStorage,
}: Pick<Config, 'dataDirectory' | 'objectStorage'>) {
  const driver = objectStorage
    ? createObjectStoreDriver(objectStorage)
    : createDiskDriver(path.join(dataDirectory, 'uploads', bucketName));

  /** flydrive wraps what went wrong. */
  const isMissing = (error: unknown): boolean =>
    driver.isMissing(error) ||
    (error instanceof Error && error.cause !== undefined && isMissing(error.cause));

  /** Yields every path in the bucket, in no order, read as the caller goes on. */
  async function* list(): AsyncGenerator<string> {
    let paginationToken: string | undefined;
    do {
      const page = await listPage(paginationToken);
      for (const { key } of page.objects) if (isStoragePath(key)) yield key;
      paginationToken = page.paginationToken;
    } while (paginationToken !== undefined);
  }

  /** Counts all files, and their bytes. Takes as long as it takes to list them. */
  async function measure() {
    const used = { files: 0, bytes: 0 };
    for await (const { path: file, size } of driver.listSizes()) {
      if (!isStoragePath(file)) continue;
      used.files += 1;
      used.bytes += size;
    }
    return used;
  }

  async function listPage(paginationToken: string | undefined) {
    try {
      const options = { recursive: true, ...(paginationToken && { paginationToken }) };
      const { objects, paginationToken: next } = await driver.disk.listAll('', options);
      return { objects: [...objects].filter((entry) => entry.isFile), paginationToken: next };
    } catch (error) {
      // Before the first upload there is no folder.
      if (isMissing(error)) return { objects: [], paginationToken: undefined };
      throw storageUnavailable(error);
    }
  }

  const rethrow = (error: unknown): never => {
    throw storageUnavailable(error);
  };

  async function run<T>(file: string, work: () => Promise<T>): Promise<T> {
    if (!isStoragePath(file)) throw new TypeError(`${JSON.stringify(file)} is not a storage path`);
    return work().catch(rethrow);
  }

  return {
    list,
    measure: () => measure().catch(rethrow),
    /** Stores a file, whole or not at all. `size` is that of the content, in bytes. */
    put: ({ path: file, content, size }: { path: string; content: Readable; size: number }) =>
      run(file, () => driver.put(file, content, size)),
    /** Takes over a file of this machine, whole or not at all. Taking it again is no error while `from` is there. */
    adopt: ({ path: file, from, size }: { path: string; from: string; size: number }) =>
      run(file, () => driver.adopt(file, from, size)),
    /** Removes what was begun before that instant and never became a file. Returns how many. */
    removeUnfinished: (before: Date) => driver.removeUnfinished(before).catch(rethrow),
    /** Deletes a file. One that is not there is no error. */
    delete: (file: string) => run(file, () => driver.disk.delete(file)),
    find: (file: string) =>
      run(file, async (): Promise<StoredFile | undefined> => {
        try {
          const { contentLength, etag, lastModified } = await driver.disk.getMetaData(file);
          return {
            path: file,
            size: contentLength,
            etag: etag.replace(/^W\//, ''),
            modifiedAt: lastModified,
          };
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    /** Begins to read a file that was found. Whoever opens the stream reads it to its end, or destroys it. */
    open: (file: string, range?: ByteRange) => run(file, () => driver.open(file, range)),
    close: driver.close,
  };
}

/** 503: the disk or the object store does not do what was asked. */
const storageUnavailable = (cause: unknown) =>
  new AppError(
    503,
    'storage-unavailable',
    'Files are unavailable right now. Try again in a moment.',
    { message: 'The file storage fails', headers: { 'Retry-After': '5' }, cause },
  );
