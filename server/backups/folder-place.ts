import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { forbiddenCodes } from '#server/data-directory.ts';
import { describeError } from '#server/errors.ts';
import { nameUser } from '#server/name-user.ts';
import { readSpareBytes } from '#server/read-free-bytes.ts';
import { syncDirectory } from '#server/whole-file.ts';
import { BackupError } from './manifest.ts';
import { type BackupPlace, filesFolder, isOfBackup } from './place.ts';

/** So much of a disk stays free, less on a small disk: the database may be on it. In bytes. */
const roomToLeave = 512 * 1024 * 1024;

/** The free space is read after so many bytes. */
const checkEvery = 32 * 1024 * 1024;

const unfinishedSuffix = '.unfinished';
const unfinishedName = (name: string) => `.${name}${unfinishedSuffix}`;

/** Keeps backups in a folder of this machine. */
export function openFolderPlace(directory: string): BackupPlace {
  const list = (folder: string) =>
    readdir(path.join(directory, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  return {
    list,
    write: (name, content) => writeFileWhole(path.join(directory, name), content),
    async open(name) {
      const file = path.join(directory, name);
      const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
        if (forbiddenCodes.includes(error.code ?? '')) {
          throw new BackupError(`The user ${nameUser()} may not read ${file}.`);
        }
        if (error.code === 'ENOENT') throw new BackupError(`There is no backup ${file}.`);
        throw error;
      });
      return handle.createReadStream();
    },
    remove: (name) => rm(path.join(directory, name), { force: true }),
    async removeUnfinished() {
      for (const folder of ['', filesFolder]) {
        for (const found of await list(folder)) {
          const name = found.slice(1, -unfinishedSuffix.length);
          if (found !== unfinishedName(name) || !isOfBackup(path.posix.join(folder, name)))
            continue;
          await rm(path.join(directory, folder, found), { force: true });
        }
      }
    },
    close: () => {},
  };
}

/**
 * Writes a file for this user only, whole or not at all, and replaces an earlier one. Returns its size.
 * Throws BackupError when the disk has too little room.
 */
export async function writeFileWhole(
  file: string,
  content: Readable,
  readSpare = (directory: string) => readSpareBytes(directory, roomToLeave),
): Promise<number> {
  const directory = path.dirname(file);
  const unfinished = path.join(directory, unfinishedName(path.basename(file)));
  const noRoom = () => new BackupError(`Not enough disk space for a backup in ${directory}.`);
  let bytes = 0;
  let checkAt = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes < checkAt) return done(null, chunk);
      readSpare(directory).then((spare) => {
        checkAt = bytes + Math.min(checkEvery, spare - chunk.length);
        done(spare < chunk.length ? noRoom() : null, chunk);
      }, done);
    },
  });
  const forget = () => rmSync(unfinished, { force: true });
  try {
    await mkdir(directory, { recursive: true });
    process.once('exit', forget);
    await pipeline(content, watch, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
    await syncDirectory(directory);
    return bytes;
  } catch (error) {
    content.destroy();
    await rm(unfinished, { force: true }).catch(() => {});
    throw isFull(error) ? noRoom() : explain(error, directory);
  } finally {
    process.off('exit', forget);
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** Explains errors of the folder. Errors of the content stay as they are. */
function explain(error: unknown, directory: string): unknown {
  const isOfFolder =
    error instanceof Error && 'path' in error && String(error.path).startsWith(directory);
  if (!isOfFolder) return error;
  const reason = forbiddenCodes.includes(codeOf(error))
    ? `the user ${nameUser()} may not write there`
    : describeError(error);
  return new BackupError(
    `The folder ${directory} cannot be written: ${reason}. Choose another folder or allow it (docs/operations.md).`,
  );
}
