import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { StorageDriver } from './create-file-storage.ts';

/** Files that are still being written; no storage path begins with it. */
const unfinishedFolder = 'unfinished';

/** Files in a folder of this machine. */
export function createDiskDriver(root: string): StorageDriver {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'public' }));
  return {
    disk,
    async put(file, content) {
      const unfinished = `${unfinishedFolder}/${randomUUID()}`;
      try {
        await disk.putStream(unfinished, content);
        const target = path.join(root, file);
        await mkdir(path.dirname(target), { recursive: true });
        // Copying instead, as the library moves files, would show a part of one for a while.
        await rename(path.join(root, unfinished), target);
      } catch (error) {
        await disk.delete(unfinished);
        throw error;
      }
    },
    open: async (file, range) => createReadStream(path.join(root, file), range),
    isMissing: (error) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
    close: () => {},
  };
}
