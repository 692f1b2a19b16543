import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config.ts';
import { nameUser } from './name-user.ts';

/** Only the site's own user can access its files. */
export const privateUmask = 0o077;

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * Creates the data folder. Other users can traverse it, which the database's user needs, but not
 * list or change it.
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
    // The folder belongs to another user.
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/** Another process uses the data folder. */
export class DataDirectoryInUseError extends ConfigError {
  override name = 'DataDirectoryInUseError';
}

const sqliteBusy = 5;
const sqliteNotADatabase = 26;

const isSqliteError = (error: unknown, code: number) =>
  error instanceof Error && 'errcode' in error && error.errcode === code;

/** The error codes for missing permissions. */
export const forbiddenCodes = ['EACCES', 'EPERM'];

/**
 * The error codes of disks that may recover without a configuration change, so another start can
 * succeed.
 */
const passingCodes = ['ENOSPC', 'EDQUOT', 'EIO'];

function openLock(lockFile: string): DatabaseSync {
  const file = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if (!isSqliteError(error, sqliteNotADatabase)) throw error;
    // A power failure damaged it. A new file would be a different lock from that of a running
    // process.
    truncateSync(lockFile);
    return openLock(lockFile);
  }
}

/**
 * Locks the data folder with a transaction on an SQLite file, which the operating system releases
 * with the process. Returns a function that unlocks it. Throws DataDirectoryInUseError, ConfigError
 * if the folder cannot be used, and other errors that may be temporary.
 */
export function lockDataDirectory(directory: string): () => void {
  try {
    makeDataDirectory(directory);
    const lockFile = path.join(directory, 'process.lock');
    // SQLite also opens a read-only file, but cannot lock it.
    for (const entry of [directory, lockFile]) {
      if (existsSync(entry)) accessSync(entry, constants.W_OK);
    }
    const lock = openLock(lockFile);
    return () => lock.close();
  } catch (error) {
    throw describeFailure(error, directory);
  }
}

/** Returns a ConfigError if another start would fail the same way. */
export function describeFailure(error: unknown, directory: string): Error {
  if (isSqliteError(error, sqliteBusy)) {
    return new DataDirectoryInUseError(
      `The data folder ${directory} is in use by another process. Stop that process or set DATA_DIR to another folder.`,
    );
  }
  if (forbiddenCodes.includes(codeOf(error))) {
    return new ConfigError(
      `The user ${nameUser()} cannot write to the data folder ${directory}. Run this as the folder’s owner, or set DATA_DIR to another folder.`,
    );
  }
  if (codeOf(error) === 'EROFS') {
    return new ConfigError(
      `The data folder ${directory} is read-only. Make it writable, or set DATA_DIR to another folder.`,
    );
  }
  const message = `DATA_DIR ${directory} cannot be used: ${error instanceof Error ? error.message : error}`;
  return passingCodes.includes(codeOf(error))
    ? new Error(message, { cause: error })
    : new ConfigError(message);
}

/** Locks the data folder for a command that needs the site to be stopped. */
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
