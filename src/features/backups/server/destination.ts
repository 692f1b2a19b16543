import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readBackupName } from '#features/backups/rules/backup.ts';
import type { BackupConfig } from '#platform/config/config.ts';
import { readSpareBytes } from '#platform/config/read-free-bytes.ts';
import { describeError } from '#platform/errors/errors.ts';
import { createDiskDriver } from '#platform/storage/disk.ts';
import { createObjectStoreDriver } from '#platform/storage/object-store.ts';
import { BackupError } from './manifest.ts';

/** The folder for files that archives name. */
export const filesFolder = 'files';

const unfinishedFolder = '.unfinished-backups';

/**
 * The free space that must remain on the disk, in bytes, or less on a small disk: the database may
 * be on it.
 */
const reservedBytes = 512 * 1024 * 1024;

/** How many bytes are written before the free space is checked again. */
const checkEvery = 32 * 1024 * 1024;

export type BackupDestination = ReturnType<typeof openBackupDestination>;
type DestinationConfig = { directory: string; objectStorage?: BackupConfig['objectStorage'] };

/**
 * Opens the destination for archives and their files: a folder, or a bucket with a local folder for
 * unfinished files. Makes no connection yet.
 */
export function openBackupDestination(
  { directory, objectStorage }: DestinationConfig,
  readSpare = () => readSpareBytes(directory, reservedBytes),
) {
  const disk = createDiskDriver(directory, unfinishedFolder);
  const bucket = objectStorage && createObjectStoreDriver(objectStorage);
  const driver = bucket ?? disk;

  /** Passes content on while the disk has enough space. */
  async function* leaveRoom(content: AsyncIterable<Buffer>) {
    let room = 0;
    for await (const chunk of content) {
      if (room < chunk.length) room = Math.min(await readSpare(), checkEvery + chunk.length);
      if (room < chunk.length) throw noRoom(directory);
      room -= chunk.length;
      yield chunk;
    }
  }

  async function writeToDisk(name: string, content: Readable): Promise<number> {
    try {
      await mkdir(directory, { recursive: true });
      await disk.put(name, Readable.from(leaveRoom(content)), 0);
      return (await disk.find(name))?.size ?? 0;
    } catch (error) {
      throw explainDiskError(error, directory);
    }
  }

  /**
   * S3 needs the size of an object first, so an archive is written to the disk before its upload.
   */
  async function writeToBucket(name: string, content: Readable, size?: number): Promise<number> {
    const draft = `${unfinishedFolder}/archive`;
    const bytes = size ?? (await writeToDisk(draft, content));
    try {
      if (size === undefined) await driver.adopt(name, path.join(directory, draft), bytes);
      else await driver.put(name, content, bytes);
      return bytes;
    } catch (error) {
      if (!(error instanceof Error && '$metadata' in error)) throw error;
      const reason = describeError(error);
      throw new BackupError(`The bucket ${objectStorage?.bucket} cannot be written: ${reason}`);
    } finally {
      await disk.delete(draft);
    }
  }

  return {
    /** Returns the names of the entries in a folder of the destination. */
    async list(folder: '' | typeof filesFolder): Promise<string[]> {
      const names: string[] = [];
      for await (const found of driver.list(folder)) names.push(path.posix.basename(found.path));
      return names;
    },
    /** Stores a file atomically. Returns its size in bytes, which may be given. */
    async write(name: string, content: Readable, size?: number): Promise<number> {
      try {
        return await (bucket ? writeToBucket(name, content, size) : writeToDisk(name, content));
      } finally {
        content.destroy();
        await rmdir(path.join(directory, unfinishedFolder)).catch(() => {});
      }
    },
    /** Opens a file. Throws BackupError if it does not exist. */
    async open(name: string): Promise<Readable> {
      if (await driver.find(name)) return driver.open(name);
      throw new BackupError(`There is no backup ${bucket ? name : path.join(directory, name)}.`);
    },
    remove: driver.delete,
    /** Removes unfinished files of killed processes. No other backup may be running. */
    removeUnfinished: () => disk.removeUnfinished(new Date()),
    close: driver.close,
  };
}

const noRoom = (directory: string) =>
  new BackupError(`Not enough disk space for a backup in ${directory}.`);

/** Explains errors of the folder. Errors of the content are returned unchanged. */
function explainDiskError(error: unknown, directory: string): unknown {
  const { code = '', path: file = '' } = error as NodeJS.ErrnoException;
  if (['ENOSPC', 'EDQUOT'].includes(code)) return noRoom(directory);
  if (!file.startsWith(directory)) return error;
  return new BackupError(
    `The folder ${directory} cannot be written: ${describeError(error)}. Choose another folder or allow it (docs/operations.md).`,
  );
}

export interface StoredArchive {
  name: string;
  madeAt: Date;
}

/** Returns the archives of a destination, newest first. */
export async function listArchives(destination: BackupDestination): Promise<StoredArchive[]> {
  const names = await destination.list('');
  return names
    .flatMap((name) => {
      const madeAt = readBackupName(name);
      return madeAt ? [{ name, madeAt }] : [];
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
