import { statfs } from 'node:fs/promises';

/** Returns the free space on a folder's disk, in bytes. */
export async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Returns how many bytes may be written to a folder's disk if `toLeave` must stay free, or an
 * eighth of a small disk. Negative if less is already free.
 */
export async function readSpareBytes(directory: string, toLeave: number): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(directory);
  return bavail * bsize - Math.min(toLeave, (blocks * bsize) / 8);
}
