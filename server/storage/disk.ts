import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { StorageDriver } from './file-storage.ts';

/** Files that are still being written; no storage path begins with it. */
const unfinishedFolder = 'unfinished';

/** Files in a folder of this machine. */
export function createDiskDriver(root: string): StorageDriver {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'public' }));

  /** Copying instead, as the library moves files, would show a part of one for a while. */
  async function move(from: string, file: string): Promise<void> {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(from, target);
  }

  async function put(file: string, content: Readable): Promise<void> {
    const unfinished = `${unfinishedFolder}/${randomUUID()}`;
    try {
      await disk.putStream(unfinished, content);
      await move(path.join(root, unfinished), file);
    } catch (error) {
      await disk.delete(unfinished);
      throw error;
    }
  }

  return {
    disk,
    put,
    async adopt(file, from) {
      await flush(from);
      try {
        await move(from, file);
      } catch (error) {
        if (!isOtherDisk(error)) throw error;
        await put(file, createReadStream(from));
        await rm(from);
      }
    },
    async removeUnfinished(before) {
      const folder = path.join(root, unfinishedFolder);
      let removed = 0;
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const { mtime } = await stat(file);
        if (mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
    async *listSizes() {
      const names = await unlessMissing(readdir(root, { recursive: true }));
      for (const name of names ?? []) {
        // One that was deleted meanwhile takes nothing.
        const found = await unlessMissing(stat(path.join(root, name)));
        if (found?.isFile()) yield { path: name.replaceAll(path.sep, '/'), size: found.size };
      }
    },
    open: async (file, range) => createReadStream(path.join(root, file), range),
    isMissing,
    close: () => {},
  };
}

/** Whatever happens to the machine from now on, the bytes are on the disk. */
async function flush(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.datasync();
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns nothing where there is no such file or folder. */
const unlessMissing = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

const isOtherDisk = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EXDEV';
