import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import { bucketName, isStoragePath } from '#domain/stored-file.ts';
import type { ObjectStorageConfig } from '#server/config.ts';
import { createDiskDriver } from './disk.ts';
import { type ByteRange, type FileStorage, storageUnavailable } from './file-storage.ts';
import { createObjectStoreDriver } from './object-store.ts';

/** What flydrive does alike in both places, and what it lacks: whole writes and parts of files. */
export interface StorageDriver {
  disk: Disk;
  put(path: string, content: Readable, size: number): Promise<void>;
  adopt(path: string, from: string, size: number): Promise<void>;
  open(path: string, range?: ByteRange): Promise<Readable>;
  removeUnfinished(before: Date): Promise<number>;
  /** Whether an error of the place itself says that there is no such file. */
  isMissing(error: unknown): boolean;
  close(): void;
}

interface FileStorageOptions {
  dataDirectory: string;
  /** Nothing means: under the data folder. */
  objectStorage: ObjectStorageConfig | undefined;
}

/** The site's bucket: on the disk, or on the object store that was named. Connects to nothing yet. */
export function createFileStorage({
  dataDirectory,
  objectStorage,
}: FileStorageOptions): FileStorage {
  const driver = objectStorage
    ? createObjectStoreDriver(objectStorage)
    : createDiskDriver(path.join(dataDirectory, 'uploads', bucketName));

  /** flydrive wraps what went wrong. */
  const isMissing = (error: unknown): boolean =>
    driver.isMissing(error) ||
    (error instanceof Error && error.cause !== undefined && isMissing(error.cause));

  /** The names in the bucket, page by page as the place gives them out. */
  async function* list(): AsyncGenerator<string> {
    let paginationToken: string | undefined;
    do {
      const page = await listPage(paginationToken);
      for (const { key } of page.objects) if (isStoragePath(key)) yield key;
      paginationToken = page.paginationToken;
    } while (paginationToken !== undefined);
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
    if (!isStoragePath(file)) throw new TypeError(`${JSON.stringify(file)} is no storage path`);
    try {
      return await work();
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  return {
    put: ({ path: file, content, size }) => run(file, () => driver.put(file, content, size)),
    adopt: ({ path: file, from, size }) => run(file, () => driver.adopt(file, from, size)),
    list,
    removeUnfinished: (before) => driver.removeUnfinished(before).catch(rethrow),
    delete: (file) => run(file, () => driver.disk.delete(file)),
    find: (file) =>
      run(file, async () => {
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
    open: (file, range) => run(file, () => driver.open(file, range)),
    close: driver.close,
  };
}
