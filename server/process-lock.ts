import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config.ts';
import { makeDataDirectory } from './data-directory.ts';

/** The data folder belongs to another process, or cannot be written. */
export class DataDirectoryError extends ConfigError {
  override name = 'DataDirectoryError';
}

const SQLITE_BUSY = 5;

/**
 * Takes the data folder for this process alone, by an exclusive transaction on a small SQLite file:
 * the system gives it up with the process, so no lock is ever stale. Returns how to give it back.
 * Throws DataDirectoryError.
 */
export function lockDataDirectory(directory: string): () => void {
  let file: DatabaseSync | undefined;
  try {
    makeDataDirectory(directory);
    const lockFile = path.join(directory, 'process.lock');
    file = new DatabaseSync(lockFile, { timeout: 0 });
    // A file that may only be read can be opened all the same, and would lock nothing.
    accessSync(lockFile, constants.W_OK);
    const lock = file;
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    file?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataDirectoryError(
        `The data folder ${directory} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError(`DATA_DIR ${directory} cannot be used: ${reason}`);
  }
}
