import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readSpareBytes } from '#server/read-free-bytes.ts';
import { syncDirectory } from '#server/whole-file.ts';
import { BackupError } from './backup-error.ts';
import { explainUnwritable } from './explain-refusal.ts';

/** So much of a disk stays free, of a small one less: the database may be on it too. In bytes. */
const roomToLeave = 512 * 1024 * 1024;

/** How often it is looked how much is left, at least, in bytes. */
const lookEvery = 32 * 1024 * 1024;

/** What a file is called while it is being written, until it is whole. */
export const unfinishedSuffix = '.unfinished';

/**
 * Writes a file for this user's eyes only: whole, or not at all, also where there is one of this name
 * already. Returns its size. Throws BackupError when the disk has too little room.
 */
export async function writeFileWhole(
  file: string,
  content: Readable,
  readSpare = (directory: string) => readSpareBytes(directory, roomToLeave),
): Promise<number> {
  const directory = path.dirname(file);
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    throw cannotBeWritten(directory, error);
  });
  const unfinished = path.join(directory, `.${path.basename(file)}${unfinishedSuffix}`);
  let bytes = 0;
  let lookAt = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes < lookAt) return done(null, chunk);
      readSpare(directory).then((spare) => {
        if (spare < chunk.length) return done(noRoom(directory));
        lookAt = bytes + Math.min(lookEvery, spare - chunk.length);
        done(null, chunk);
      }, done);
    },
  });
  const forget = () => rmSync(unfinished, { force: true });
  process.once('exit', forget);
  try {
    await pipeline(content, watch, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
  } catch (error) {
    forget();
    throw explain(error, directory);
  } finally {
    process.off('exit', forget);
  }
  await syncDirectory(directory);
  return bytes;
}

const noRoom = (directory: string) =>
  new BackupError(`Not enough disk space for a backup in ${directory}.`);

const cannotBeWritten = (directory: string, error: unknown) =>
  new BackupError(explainUnwritable(directory, error));

/** Puts what is wrong with the folder into words. What is wrong with the content stays as it is. */
function explain(error: unknown, directory: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return noRoom(directory);
  const isOfFolder = 'path' in error && String(error.path).startsWith(directory);
  return isOfFolder ? cannotBeWritten(directory, error) : error;
}
