import path from 'node:path';
import type { Readable } from 'node:stream';
import { bucketName, isStoragePath } from '#features/uploads/rules/index.ts';
import type { Config } from '#platform/config/config.ts';
import { AppError } from '#platform/errors/errors.ts';
import { createDiskDriver } from './disk.ts';
import { createObjectStoreDriver } from './object-store.ts';

/** What is known of a file without reading it. */
export interface StoredFile {
  /** Its path in the bucket, such as `blog/1763712000000-chart.png`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Strong, with its quotes: it changes with the bytes. */
  etag: string;
  modifiedAt: Date;
}

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are kept: a folder or a bucket. */
export interface StorageDriver {
  put(path: string, content: Readable, size: number): Promise<void>;
  adopt(path: string, from: string, size: number): Promise<void>;
  find(path: string): Promise<StoredFile | undefined>;
  open(path: string, range?: ByteRange): Promise<Readable>;
  delete(path: string): Promise<void>;
  /** Yields everything that is kept, or what is directly in a folder, also what is no storage path. */
  list(folder?: string): AsyncIterable<Pick<StoredFile, 'path' | 'size'>>;
  removeUnfinished(before: Date): Promise<number>;
  close(): void;
}

export type FileStorage = ReturnType<typeof createFileStorage>;

/**
 * Opens the site's store of files, which never change under their names. Connects to nothing yet.
 * Throws on paths that `isStoragePath` refuses, and `storage-unavailable` (503).
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
    /** Yields every path, in no order, read as the caller goes on. */
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
    /** Stores a file, whole or not at all. `size` is that of the content, in bytes. */
    put: ({ path: file, content, size }: { path: string; content: Readable; size: number }) =>
      run(file, () => driver.put(file, content, size)),
    /** Moves a file of this machine here, whole or not at all. It can be repeated while `from` exists. */
    adopt: ({ path: file, from, size }: { path: string; from: string; size: number }) =>
      run(file, () => driver.adopt(file, from, size)),
    /** Removes what was begun before an instant and never became a file. Returns how many. */
    removeUnfinished: (before: Date) => driver.removeUnfinished(before).catch(rethrow),
    /** Deletes a file. A missing one is no error. */
    delete: (file: string) => run(file, () => driver.delete(file)),
    find: (file: string) => run(file, () => driver.find(file)),
    /** Opens a file that was found. The caller reads the stream to its end, or destroys it. */
    open: (file: string, range?: ByteRange) => run(file, () => driver.open(file, range)),
    close: driver.close,
  };
}

/** 503: the disk or the object store fails. */
function rethrow(cause: unknown): never {
  const userMessage = 'Files are unavailable right now. Try again in a moment.';
  const headers = { 'Retry-After': '5' };
  const message = 'The file storage fails';
  throw new AppError(503, 'storage-unavailable', userMessage, { message, headers, cause });
}
