import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '#platform/log/logger.ts';

interface PictureCacheOptions {
  directory: string;
  /** The size limit, in bytes; above it, the least recently used files are deleted. */
  maximumBytes: number;
  log: Logger;
}

/** The fraction that remains after a sweep. */
const filledAfterSweep = 0.8;

/** Caches pictures as files that several processes can share. A missing one is created again. */
export function createPictureCache({ directory, maximumBytes, log }: PictureCacheOptions) {
  /** Undefined until the folder has been measured. */
  let bytes: number | undefined;
  let sweeping: Promise<void> | undefined;

  async function listFiles() {
    const names = await readdir(directory);
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(directory, name);
        const found = await stat(file).catch(() => undefined);
        return { file, size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
      }),
    );
    return files.sort((a, b) => b.usedAt - a.usedAt);
  }

  async function sweep(): Promise<void> {
    const files = await listFiles();
    let kept = 0;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    const bound = total > maximumBytes ? maximumBytes * filledAfterSweep : maximumBytes;
    for (const { file, size } of files) {
      if (kept + size > bound) await rm(file, { force: true });
      else kept += size;
    }
    bytes = kept;
  }

  return {
    async find(name: string) {
      const file = path.join(directory, name);
      const content = await readFile(file).catch(() => undefined);
      const now = new Date();
      // Only affects the order of deletion.
      if (content) await utimes(file, now, now).catch(() => {});
      return content;
    },
    /** Stores a picture if there is disk space. */
    async put(name: string, content: Buffer): Promise<void> {
      try {
        await mkdir(directory, { recursive: true });
        const unfinished = path.join(directory, `${randomUUID()}.unfinished`);
        await writeFile(unfinished, content);
        await rename(unfinished, path.join(directory, name));
        if (bytes !== undefined) bytes += content.length;
        if (bytes === undefined || bytes > maximumBytes) {
          sweeping ??= sweep().finally(() => {
            sweeping = undefined;
          });
          await sweeping;
        }
      } catch (reason) {
        log.warn({ reason }, 'A picture could not be cached');
      }
    },
  };
}
