import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config.ts';
import type { Logger } from './logger.ts';
import { nameUser } from './name-user.ts';

/** What a process of the site makes is for its own user alone, whatever it was started with. */
export const privateUmask = 0o077;

/** What the site keeps in its data folder. The private PostgreSQL closes its own folder itself. */
const kept = [
  ...['journal', 'mailbox', 'uploads', 'uploads-in-progress', 'cache', 'process.lock'],
  ...[
    'backups',
    'settings.json',
    'erasures.json',
    'process-id',
    'secret',
    'postgres.password',
    'postgres.log',
    'postgres.log.old',
  ],
];

/**
 * Makes the data folder. Other users of the machine may pass it, as the database's own must, but
 * neither look into it nor replace what is ours. One that is not ours keeps its rights.
 */
export function makeDataDirectory(directory: string): void {
  const umask = process.umask(0o022);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o711 });
  } finally {
    process.umask(umask);
  }
  const { mode } = statSync(directory);
  if ((mode & 0o026) === 0) return;
  try {
    chmodSync(directory, mode & 0o751);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}

/**
 * Closes to other users what was left open in the data folder: folders become 0700, files 0600.
 * Logs what cannot be closed.
 */
export function closeDataDirectory(directory: string, log: Logger): void {
  for (const name of kept) {
    const entry = path.join(directory, name);
    try {
      close(entry);
    } catch (reason) {
      log.warn({ path: entry, reason }, 'Open to other users, and stays so');
    }
  }
}

/** A folder is closed last: one that is closed already was closed with all that is in it. */
function close(entry: string): void {
  const found = statSync(entry, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  if (found.isDirectory()) {
    for (const child of readdirSync(entry, { withFileTypes: true })) {
      if (!child.isSymbolicLink()) close(path.join(entry, child.name));
    }
  }
  chmodSync(entry, found.isDirectory() ? 0o700 : 0o600);
}

/** The data folder belongs to another process. */
export class DataDirectoryInUseError extends ConfigError {
  override name = 'DataDirectoryInUseError';
}

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

const isSqliteError = (error: unknown, code: number) =>
  error instanceof Error && 'errcode' in error && error.errcode === code;

/** What the system says to whom a folder or a file is closed. */
export const forbiddenCodes = ['EACCES', 'EPERM'];

/** What a disk says that may be put right while nobody changes a setting: another start is worth its while. */
const passingCodes = ['EROFS', 'ENOSPC', 'EDQUOT', 'EIO'];

function openLock(lockFile: string): DatabaseSync {
  const file = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if (!isSqliteError(error, SQLITE_NOTADB)) throw error;
    // Nothing is ever written into it. Emptied, not replaced: two processes must meet at one file.
    truncateSync(lockFile);
    return openLock(lockFile);
  }
}

/**
 * Takes the data folder for this process alone, by a transaction on a SQLite file that ends with
 * it: no lock is ever stale. Returns how to give it back. Throws DataDirectoryInUseError; ConfigError
 * where it cannot be used; another error for a disk that cannot be written for now.
 */
export function lockDataDirectory(directory: string): () => void {
  try {
    makeDataDirectory(directory);
    const lockFile = path.join(directory, 'process.lock');
    // A file that may only be read can be opened all the same, and would lock nothing.
    for (const entry of [directory, lockFile]) {
      if (existsSync(entry)) accessSync(entry, constants.W_OK);
    }
    const lock = openLock(lockFile);
    return () => lock.close();
  } catch (error) {
    if (isSqliteError(error, SQLITE_BUSY)) {
      throw new DataDirectoryInUseError(
        `The data folder ${directory} is in use by another process. Stop that process or set DATA_DIR to another folder.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (forbiddenCodes.includes(code)) {
      throw new ConfigError(
        `The user ${nameUser()} may not write to the data folder ${directory}. Run this as the folder’s owner, or set DATA_DIR to another folder.`,
      );
    }
    if (passingCodes.includes(code))
      throw new Error(`DATA_DIR ${directory} cannot be written: ${reason}`, { cause: error });
    throw new ConfigError(`DATA_DIR ${directory} cannot be used: ${reason}`);
  }
}

/** Takes the data folder for a command that needs the site to be stopped. */
export function lockForCommand(directory: string, whatToDo: string): () => void {
  try {
    return lockDataDirectory(directory);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    throw new DataDirectoryInUseError(
      `${error.message}\nIf the site is running, stop it, ${whatToDo} and start it again.`,
    );
  }
}
