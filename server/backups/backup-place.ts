import type { Readable } from 'node:stream';
import { readBackupName } from '#domain/backup.ts';

/** Where backups are kept in order. Everything else that lies there is left alone. */
export interface BackupPlace {
  /** The newest first. */
  list(): Promise<PlacedBackup[]>;
  /** Stores one, whole or not at all. Returns its size in bytes. */
  write(name: string, content: Readable): Promise<number>;
  open(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** Takes away what was begun and never became whole. To be called while no other is made. */
  removeUnfinished(): Promise<void>;
  close(): void;
}

/** A backup that lies there. */
export interface PlacedBackup {
  name: string;
  madeAt: Date;
}

/** Returns those of the names that are of backups, the newest first. */
export function listBackups(names: string[]): PlacedBackup[] {
  return names
    .flatMap((name) => {
      const madeAt = readBackupName(name);
      return madeAt ? [{ name, madeAt }] : [];
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
