import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** How much it holds when it is not to be full, in bytes. It takes memory only for what lies on it. */
const size = 2 * 1024 ** 3;

/** Why this machine has no small disk to give; nothing when it has. */
export const smallDiskMissing = process.env.CHAOS_OWN_MOUNTS
  ? undefined
  : 'needs root and unshare: nothing can be mounted';

/**
 * Mounts a file system of its own on a folder. Only processes of this run see it, and it ends with
 * them (scripts/chaos.mjs).
 */
export function mountSmallDisk(folder: string) {
  const mount = (...args: string[]) => execFileSync('mount', [...args, folder], { stdio: 'pipe' });
  mkdirSync(folder, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${size},mode=711`, 'chaos');

  const resize = (bytes: number) => mount('-o', `remount,size=${bytes}`);

  return {
    /** Lets so many bytes be free. */
    leaveFree(bytes: number): void {
      const { blocks, bavail, bsize } = statfsSync(folder);
      const used = (blocks - bavail) * bsize;
      // Whole pages; none at all would mean that there is no limit.
      resize(Math.max(1, Math.ceil((used + bytes) / 4096)) * 4096);
    },
    makeRoom: () => resize(size),
    /** Throws while somebody writes to it. */
    makeReadOnly: () => mount('-o', 'remount,ro'),
    makeWritable: () => mount('-o', 'remount,rw'),
    unmount: () => execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }),
  };
}
