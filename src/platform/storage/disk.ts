import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { StorageDriver } from './file-storage.ts';

/**
 * The size of a chunk that is read, in bytes. V8 collects small chunks early; of larger ones, up to
 * 64 MB wait for it.
 */
const highWaterMark = 16 * 1024;

/**
 * Stores files in a folder of this machine. Unfinished files are in a subfolder that no path may
 * start with.
 */
export function createDiskDriver(root: string, unfinishedFolder = 'unfinished'): StorageDriver {
  const unfinishedRoot = path.join(root, unfinishedFolder);
  const toFile = (name: string) => path.join(root, name);

  async function move(from: string, name: string): Promise<void> {
    await mkdir(path.dirname(toFile(name)), { recursive: true });
    await rename(from, toFile(name));
  }

  async function put(name: string, content: Readable): Promise<void> {
    const unfinished = path.join(unfinishedRoot, randomUUID());
    try {
      await mkdir(unfinishedRoot, { recursive: true });
      await writeFile(unfinished, content, { flush: true });
      await move(unfinished, name);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  return {
    put,
    async adopt(name, from) {
      await flush(from);
      try {
        await move(from, name);
      } catch (error) {
        if (!hasCode(error, 'EXDEV')) throw error;
        await put(name, createReadStream(from));
        await rm(from);
      }
    },
    async find(name) {
      const found = await unlessMissing(stat(toFile(name)));
      if (!found?.isFile()) return undefined;
      const etag = `"${found.size.toString(16)}-${Math.floor(found.mtimeMs).toString(16)}"`;
      return { path: name, size: found.size, etag, modifiedAt: found.mtime };
    },
    locate: toFile,
    open: async (name, range) => createReadStream(toFile(name), { ...range, highWaterMark }),
    delete: (name) => rm(toFile(name), { force: true }),
    async *list(folder) {
      const recursive = folder === undefined;
      const names = await unlessMissing(readdir(toFile(folder ?? ''), { recursive }));
      for (const below of names ?? []) {
        const name = path.join(folder ?? '', below);
        const found = await unlessMissing(stat(toFile(name)));
        if (found?.isFile()) yield { path: name.replaceAll(path.sep, '/'), size: found.size };
      }
    },
    async removeUnfinished(before) {
      let removed = 0;
      for (const name of (await unlessMissing(readdir(unfinishedRoot))) ?? []) {
        const file = path.join(unfinishedRoot, name);
        const found = await unlessMissing(stat(file));
        if (!found || found.mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
    close: () => {},
  };
}

/** Makes sure that the bytes are on the disk, even after a crash of the machine. */
async function flush(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.datasync();
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** Returns undefined if a file or folder does not exist. */
const unlessMissing = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
