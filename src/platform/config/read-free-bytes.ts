import { statfs } from 'node:fs/promises';

/** Returns what is free on the disk of a folder, in bytes. */
export async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Returns how much may be written to the disk of a folder if so much must stay free, or an eighth of a
 * small disk. In bytes; negative if less is free already.
 */
export async function readSpareBytes(directory: string, toLeave: number): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(directory);
  return bavail * bsize - Math.min(toLeave, (blocks * bsize) / 8);
}
