import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readBackupName } from '#domain/backup.ts';
import { type BackupPlace, listBackups } from './backup-place.ts';
import { unfinishedSuffix, writeFileWhole } from './write-file.ts';

/** Backups in a folder of this machine. */
export function openFolderPlace(directory: string): BackupPlace {
  const readNames = () =>
    readdir(directory).catch((error: NodeJS.ErrnoException) => {
      // Before the first one there is no folder.
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  return {
    list: async () => listBackups(await readNames()),
    write: (name, content) => writeFileWhole(path.join(directory, name), content),
    open: async (name) => createReadStream(path.join(directory, name)),
    remove: (name) => rm(path.join(directory, name), { force: true }),
    async removeUnfinished() {
      for (const name of await readNames()) {
        const whole = name.slice(1, -unfinishedSuffix.length);
        if (!name.endsWith(unfinishedSuffix) || !readBackupName(whole)) continue;
        await rm(path.join(directory, name), { force: true });
      }
    },
    close: () => {},
  };
}
