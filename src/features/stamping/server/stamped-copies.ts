import { createHash } from 'node:crypto';
import { mkdir, rm, rmdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { createDiskDriver } from '#platform/storage/disk.ts';
import type { StoredFile } from '#platform/storage/file-storage.ts';
import { createWhole } from '#platform/storage/whole-file.ts';

/** Increase this when the stamp changes, to make old copies again. */
const recipe = 1;

/** How long a copy is kept after its last download. */
const keptMs = 30 * 86_400_000;

/** How old the time of the last download may become. */
const usedMs = 86_400_000;

/** For whom a copy of a stored PDF is, and the line on its pages. */
export interface StampedFor {
  customerId: string;
  path: string;
  line: string;
}

export type StampedCopies = ReturnType<typeof createStampedCopies>;

/**
 * Keeps stamped copies in a folder of this machine, in a folder for each customer. A missing one is
 * made again.
 */
export function createStampedCopies(root: string, now: () => Date) {
  const disk = createDiskDriver(root);

  function locate({ customerId, path: source, line }: StampedFor) {
    const key = JSON.stringify([recipe, source, line]);
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 40);
    return { digest, name: `${customerId}/${digest}.pdf` };
  }

  return {
    /** Finds a copy, and keeps it for another 30 days. */
    async find(which: StampedFor): Promise<StoredFile | undefined> {
      const { digest, name } = locate(which);
      const found = await disk.find(name);
      if (!found) return undefined;
      const at = now();
      if (+at - +found.modifiedAt > usedMs)
        await utimes(path.join(root, name), at, at).catch(() => {});
      return { ...found, etag: `"${digest}"` };
    },
    open: disk.open,
    /** Makes a copy. It is not stored if the customer is forgotten meanwhile. */
    async make(which: StampedFor, stamp: () => Promise<Uint8Array>): Promise<void> {
      const file = path.join(root, locate(which).name);
      await mkdir(path.dirname(file), { recursive: true });
      await createWhole(path.dirname(file), path.basename(file), await stamp());
    },
    /** Deletes all copies of a customer. */
    forget: (customerId: string) =>
      rm(path.join(root, customerId), { recursive: true, force: true }),
    /** Deletes copies that were not downloaded for 30 days. Returns how many. */
    async sweep(): Promise<number> {
      const before = new Date(+now() - keptMs);
      let deleted = 0;
      for await (const { path: name } of disk.list()) {
        const found = await disk.find(name);
        if (!found || found.modifiedAt >= before) continue;
        await disk.delete(name);
        deleted += 1;
        // Only succeeds once the folder is empty.
        await rmdir(path.dirname(path.join(root, name))).catch(() => {});
      }
      return deleted;
    },
  };
}
