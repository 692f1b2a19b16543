import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { privateUmask } from '#server/data-directory.ts';
import { BackupRunningError } from '#server/db/snapshot/open-snapshot.ts';
import { describeError } from '#server/errors.ts';
import { createFileStorage } from '#server/storage/file-storage.ts';
import type { BackupResult, BackupTask } from './backup-task.ts';
import { makeBackup } from './make-backup.ts';
import { openBackupPlace } from './open-place.ts';
import { makePlacedBackup, pruneBackups } from './placed-backups.ts';
import { Checksum } from './write-archive.ts';

/*
 * A process of its own makes a backup: it takes the processor for as long as files are read and
 * encrypted, and its memory is given back with it. Run from its source, which Node reads as it is.
 */

/** The pipe to whoever reads it: it waits for a slow one, as standard output would not. */
const contentPipe = 4;

async function make({ source, nightly }: BackupTask): Promise<BackupResult> {
  const storage = createFileStorage(source);
  if (nightly) {
    const place = openBackupPlace(nightly);
    const { madeAt, size, missingFiles } = await makePlacedBackup({ ...source, storage, place });
    const made = { outcome: 'made', madeAt, size, missingFiles: missingFiles.length } as const;
    // It stands, whatever becomes of those before it.
    return pruneBackups(place, nightly).then(
      (removed) => ({ ...made, removed }),
      (error: unknown) => ({ ...made, removed: 0, notRemoved: describeError(error) }),
    );
  }
  const counter = new Checksum();
  const { madeAt, missingFiles } = await makeBackup(
    { ...source, storage, isDownload: true },
    (content) => pipeline(content, counter, createWriteStream('', { fd: contentPipe })),
  );
  const missing = missingFiles.length;
  return { outcome: 'made', madeAt, size: counter.bytes, missingFiles: missing, removed: 0 };
}

function toResult(error: unknown): BackupResult {
  if (error instanceof BackupRunningError) return { outcome: 'running' };
  return { outcome: 'failed', reason: describeError(error) };
}

const end = (result: BackupResult) => process.send?.(result, () => process.exit(0));

process.umask(privateUmask);
// Whoever wanted it is gone, or wants it no more. What is half done is taken away.
process.once('disconnect', () => process.exit(1));
// A terminal tells all of its processes: the one that wanted it says what becomes of it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('uncaughtException', (error) => end(toResult(error)));
process.once('message', async (task: BackupTask) => end(await make(task).catch(toResult)));
