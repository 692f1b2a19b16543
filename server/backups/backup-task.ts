import type { Retention } from '#domain/backup.ts';
import type { BackupConfig, Config } from '#server/config.ts';
import type { BackupSource } from './make-backup.ts';

/** What a process of its own is told to make. It travels as data. */
export interface BackupTask {
  source: Omit<BackupSource, 'storage'> & Pick<Config, 'dataDirectory' | 'objectStorage'>;
  /** Where it is kept in order; absent where it goes to whoever reads the process's output. */
  nightly?:
    | (Pick<BackupConfig, 'directory' | 'objectStorage'> & {
        retention: Retention;
        timeZone: string;
        /** What was made earlier goes, whatever the retention says. */
        keptSince: Date;
      })
    | undefined;
}

/** And what becomes of it. `size` is in bytes. */
export type BackupResult =
  | {
      outcome: 'made';
      madeAt: Date;
      size: number;
      missingFiles: number;
      /** Of those that are too old by now: how many went, and why the others did not. */
      removed: number;
      notRemoved?: string;
    }
  | { outcome: 'running' }
  /** In words for the mentor. */
  | { outcome: 'failed'; reason: string };
