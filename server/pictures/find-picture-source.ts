import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findStoragePath } from '#domain/stored-file.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import type { PictureSource } from './create-pictures.ts';

/** A larger file is not read; uploads of pictures are smaller, written anew as well. In bytes. */
const largestSource = 40 * 1024 ** 2;

interface SourceOptions {
  storage: Pick<FileStorage, 'find' | 'open'>;
  /** Holds the folder `pictures` that comes with the site. */
  publicDirectory: string;
}

/** Finds pictures by their addresses: uploaded ones, and those that come with the site. */
export function createFindPictureSource({ storage, publicDirectory }: SourceOptions) {
  return async (address: string): Promise<PictureSource | undefined> => {
    const stored = findStoragePath(address);
    if (stored !== undefined) {
      const file = await storage.find(stored);
      if (!file || file.size > largestSource) return undefined;
      return { version: file.etag, read: async () => buffer(await storage.open(stored)) };
    }
    if (!address.startsWith('/pictures/')) return undefined;
    const file = path.join(publicDirectory, address);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.size > largestSource) return undefined;
    return { version: `${found.size}-${found.mtimeMs}`, read: () => readFile(file) };
  };
}
