import type { Readable } from 'node:stream';
import { readBackupName } from '#domain/backup.ts';

/** The folder of a place for files that archives name. */
export const filesFolder = 'files';

/** Where archives are kept, and the files that they name. Names have slashes. */
export interface BackupPlace {
  /** Returns what is directly in a folder of the place, without the folder's name. */
  list(folder: '' | typeof filesFolder): Promise<string[]>;
  /** Stores something whole or not at all. Returns its size in bytes. */
  write(name: string, content: Readable): Promise<number>;
  /** Throws BackupError when there is nothing of this name. */
  open(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** Removes what another process began and never finished. No other backup may be running. */
  removeUnfinished(): Promise<void>;
  close(): void;
}

export interface PlacedArchive {
  name: string;
  madeAt: Date;
}

/** Returns the archives in a place, the newest first. */
export async function listArchives(place: BackupPlace): Promise<PlacedArchive[]> {
  const names = await place.list('');
  return names
    .flatMap((name) => {
      const madeAt = readBackupName(name);
      return madeAt ? [{ name, madeAt }] : [];
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/** Returns whether something in a place belongs to a backup. Everything else is left alone. */
export const isOfBackup = (name: string) =>
  readBackupName(name) !== undefined || name.startsWith(`${filesFolder}/`);
