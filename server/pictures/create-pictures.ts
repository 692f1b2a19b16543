import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PictureVersion } from '#domain/picture-url.ts';
import { createSingleFlight, limitConcurrency } from '#server/concurrency.ts';
import { AppError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { createPictureCache } from './picture-cache.ts';
import { renderPicture, UnreadablePictureError } from './render-picture.ts';

/** Raised when pictures come out otherwise than before, so that none of the old ones is shown. */
const recipe = 1;

/** 503: as many pictures are waiting to be made as may wait. */
export const picturesBusy = () =>
  new AppError(
    503,
    'pictures-busy',
    'The picture is being prepared. Please try again in a moment.',
    { headers: { 'Retry-After': '2' } },
  );

/** What is made at once; a request beyond those that may wait is turned away. */
const pace = { running: 2, waiting: 60, refusal: picturesBusy };

export interface PictureSource {
  /** Names the picture and its content: other bytes have another one. */
  version: string;
  read: () => Promise<Uint8Array>;
}

export type Pictures = ReturnType<typeof createPictures>;

interface PicturesOptions {
  findSource: (url: string) => Promise<PictureSource | undefined>;
  cacheDirectory: string;
  /** The most that is kept on the disk, in bytes. */
  maximumCacheBytes?: number;
  log: Logger;
}

/** The picture pipeline: source, one of a few sizes and formats, kept on the disk. */
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
  const limit = limitConcurrency(pace);
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
    /** Returns nothing when there is no such picture. Throws `pictures-busy` (503) when too many are waiting. */
    async find(version: PictureVersion) {
      const source = await findSource(version.source);
      if (!source) return undefined;
      const { size, format } = version;
      const key = JSON.stringify([recipe, version.source, source.version, size, format]);
      const hash = createHash('sha256').update(key).digest('hex').slice(0, 40);
      const name = `${hash}.${format}`;
      const content = await singleFlight(name, () => make(name, source, version));
      // The tag is strong, with its quotes.
      return content && { content, contentType: `image/${format}` as const, etag: `"${hash}"` };
    },
  };
}
