import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError } from '#platform/errors/errors.ts';
import { createSingleFlight, limitConcurrency } from '#platform/jobs/concurrency.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import type { PictureVersion } from '#rules/picture-url.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import { createPictureCache } from './picture-cache.ts';
import { renderPicture, UnreadablePictureError } from './render-picture.ts';

/** Increase this when the encoding changes, to invalidate old pictures. */
const recipe = 1;

/** Too many pictures are waiting (503). */
export const picturesBusy = () =>
  new AppError(503, 'pictures-busy', 'The picture is being prepared. Try again in a moment.', {
    headers: { 'Retry-After': '2' },
  });

export interface PictureSource {
  /** Changes with the content. */
  version: string;
  read: () => Promise<Uint8Array>;
}

export type Pictures = ReturnType<typeof createPictures>;

interface PicturesOptions {
  findSource: (url: string) => Promise<PictureSource | undefined>;
  cacheDirectory: string;
  /** The size limit of the cache, in bytes. */
  maximumCacheBytes?: number;
  log: Logger;
}

/** Creates pictures in a few sizes and formats, and caches them on the disk. */
export function createPictures({
  findSource,
  cacheDirectory,
  maximumCacheBytes = 512 * 1024 ** 2,
  log,
}: PicturesOptions) {
  const cache = createPictureCache({
    directory: path.join(cacheDirectory, 'pictures'),
    maximumBytes: maximumCacheBytes,
    log,
  });
  const limit = limitConcurrency({ running: 2, waiting: 60, refusal: picturesBusy });
  const singleFlight = createSingleFlight<Buffer | undefined>();

  async function make(name: string, source: PictureSource, version: PictureVersion) {
    const kept = await cache.find(name);
    if (kept) return kept;
    try {
      const content = await limit(async () => renderPicture(await source.read(), version));
      await cache.put(name, content);
      return content;
    } catch (error) {
      if (!(error instanceof UnreadablePictureError)) throw error;
      log.warn({ source: version.source, reason: error }, 'A picture is unreadable');
      return undefined;
    }
  }

  return {
    /**
     * Returns a version of a picture; undefined if it does not exist. Throws `pictures-busy` (503).
     */
    async find(version: PictureVersion) {
      const source = await findSource(version.source);
      if (!source) return undefined;
      const { size, format } = version;
      const key = JSON.stringify([recipe, version.source, source.version, size, format]);
      const hash = createHash('sha256').update(key).digest('hex').slice(0, 40);
      const name = `${hash}.${format}`;
      const content = await singleFlight(name, () => make(name, source, version));
      // A strong ETag, including its quotes.
      return content && { content, contentType: `image/${format}` as const, etag: `"${hash}"` };
    },
  };
}

/** Larger files are not read, in bytes; uploaded pictures are smaller. */
const largestSource = 40 * 1024 ** 2;

interface SourceOptions {
  storage: Pick<FileStorage, 'find' | 'open'>;
  publicDirectory: string;
}

/**
 * Returns a function that finds the source of a picture by its URL: uploaded ones, and those of the
 * site.
 */
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
