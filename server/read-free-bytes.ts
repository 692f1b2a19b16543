import { statfs } from 'node:fs/promises';

/** Returns what is free on the disk of a folder, in bytes. */
export async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
