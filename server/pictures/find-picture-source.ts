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
  publicDirectory: string;
}

/** Returns a function that finds pictures by their URLs: uploaded ones, and those that come with the site. */
export function createFindPictureSource({ storage, publicDirectory }: SourceOptions) {
  return async (url: string): Promise<PictureSource | undefined> => {
    const stored = findStoragePath(url);
    if (stored !== undefined) {
      const file = await storage.find(stored);
      if (!file || file.size > largestSource) return undefined;
      return { version: file.etag, read: async () => buffer(await storage.open(stored)) };
    }
    if (!url.startsWith('/pictures/')) return undefined;
    const file = path.join(publicDirectory, url);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.size > largestSource) return undefined;
    return { version: `${found.size}-${found.mtimeMs}`, read: () => readFile(file) };
  };
}
