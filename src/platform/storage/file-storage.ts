import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '#platform/config/config.ts';
import { AppError } from '#platform/errors/errors.ts';
import { bucketName, isStoragePath } from '#rules/stored-file.ts';
import { createDiskDriver } from './disk.ts';
import { createObjectStoreDriver } from './object-store.ts';

/** The metadata of a file. */
export interface StoredFile {
  /** Its path in the bucket, e.g. `blog/1763712000000-chart.png`. */
  path: string;
  /** In bytes. */
  size: number;
  /** A strong ETag, including its quotes: it changes with the content. */
  etag: string;
  modifiedAt: Date;
}

/** Bytes from `start` to `end`, both included, starting at 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are stored: a folder or a bucket. */
export interface StorageDriver {
  put(path: string, content: Readable, size: number): Promise<void>;
  adopt(path: string, from: string, size: number): Promise<void>;
  find(path: string): Promise<StoredFile | undefined>;
  open(path: string, range?: ByteRange): Promise<Readable>;
  /** Returns where a file is on this machine; undefined if it is elsewhere. */
  locate(path: string): string | undefined;
  delete(path: string): Promise<void>;
  /** Yields all files, or those directly in a folder, even if their names are no storage paths. */
  list(folder?: string): AsyncIterable<Pick<StoredFile, 'path' | 'size'>>;
  removeUnfinished(before: Date): Promise<number>;
  close(): void;
}

export type FileStorage = ReturnType<typeof createFileStorage>;

/**
 * Creates the site's file storage. Files are immutable. Makes no connection yet. Methods throw on
 * paths that `isStoragePath` rejects, and `storage-unavailable` (503).
 */
export function createFileStorage({
  dataDirectory,
  objectStorage,
}: Pick<Config, 'dataDirectory' | 'objectStorage'>) {
  const driver = objectStorage
    ? createObjectStoreDriver(objectStorage)
    : createDiskDriver(path.join(dataDirectory, 'uploads', bucketName));

  async function run<T>(file: string, work: () => Promise<T>): Promise<T> {
    if (!isStoragePath(file)) throw new TypeError(`${JSON.stringify(file)} is not a storage path`);
    return work().catch(rethrow);
  }

  async function* listFiles() {
    try {
      for await (const file of driver.list()) if (isStoragePath(file.path)) yield file;
    } catch (error) {
      rethrow(error);
    }
  }

  return {
    /** Yields every path, in no particular order, without reading ahead. */
    async *list(): AsyncGenerator<string> {
      for await (const file of listFiles()) yield file.path;
    },
    /** Counts all files and their bytes. Lists all of them, which takes a while. */
    async measure() {
      const used = { files: 0, bytes: 0 };
      for await (const { size } of listFiles()) {
        used.files += 1;
        used.bytes += size;
      }
      return used;
    },
    /** Stores a file atomically. `size` is that of the content, in bytes. */
    put: ({ path: file, content, size }: { path: string; content: Readable; size: number }) =>
      run(file, () => driver.put(file, content, size)),
    /** Moves a file of this machine here, atomically. Can be repeated while `from` exists. */
    adopt: ({ path: file, from, size }: { path: string; from: string; size: number }) =>
      run(file, () => driver.adopt(file, from, size)),
    /** Removes unfinished files from before an instant. Returns how many. */
    removeUnfinished: (before: Date) => driver.removeUnfinished(before).catch(rethrow),
    /** Deletes a file, if it exists. */
    delete: (file: string) => run(file, () => driver.delete(file)),
    /** Returns where a file is on this machine, for a program that reads it; undefined in a bucket. */
    locate: driver.locate,
    find: (file: string) => run(file, () => driver.find(file)),
    /** Opens an existing file. The caller must read the stream to its end, or destroy it. */
    open: (file: string, range?: ByteRange) => run(file, () => driver.open(file, range)),
    close: driver.close,
  };
}

/** The disk or the object store has failed (503). */
function rethrow(cause: unknown): never {
  const userMessage = 'Files are unavailable right now. Try again in a moment.';
  const headers = { 'Retry-After': '5' };
  const message = 'The file storage failed';
  throw new AppError(503, 'storage-unavailable', userMessage, { message, headers, cause });
}
