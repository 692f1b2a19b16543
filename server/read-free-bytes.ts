import { statfs } from 'node:fs/promises';

/** Returns what is free on the disk of a folder, in bytes. */
export async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Returns how much of a disk of so many bytes stays free: `most`, and of a small one an eighth. */
export const roomToKeep = (diskBytes: number, most: number) => Math.min(most, diskBytes / 8);

/**
 * Returns how much may be written to the disk of a folder while so much of it stays free for everything
 * else, in bytes. Less than nothing where less is free already.
 */
export async function readSpareBytes(directory: string, most: number): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(directory);
  return bavail * bsize - roomToKeep(blocks * bsize, most);
}
