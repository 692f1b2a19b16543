import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import {
  DataDirectoryInUseError,
  describeFailure,
  lockDataDirectory,
  makeDataDirectory,
} from './data-directory.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'data-directory-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const modeOf = async (name: string) =>
  ((await stat(path.join(directory, name))).mode & 0o777).toString(8);

it.each([0o000, 0o022, 0o077])(
  'creates a folder that others can only traverse, with umask %o',
  (umask) => {
    const before = process.umask(umask);
    try {
      makeDataDirectory(path.join(directory, 'a/b'));
      expect(process.umask()).toBe(umask);
    } finally {
      process.umask(before);
    }
    return expect(Promise.all(['a', 'a/b'].map(modeOf))).resolves.toEqual(['711', '711']);
  },
);

it('removes the permissions of others from an existing folder', async () => {
  await chmod(directory, 0o777);
  makeDataDirectory(directory);
  expect(await modeOf('.')).toBe('751');
});

it.each([
  ['is empty', Buffer.alloc(0)],
  ['is garbage', Buffer.from('no database')],
])('locks a folder for one process if the lock file %s', async (_, content) => {
  await writeFile(path.join(directory, 'process.lock'), content);
  const unlock = lockDataDirectory(directory);
  expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryInUseError);
  unlock();
  lockDataDirectory(directory)();
});

it.each([
  ['EROFS', true, 'The data folder /srv/data is read-only.'],
  ['EACCES', true, 'cannot write to the data folder /srv/data'],
  ['ENOSPC', false, 'DATA_DIR /srv/data cannot be used'],
])('%s ends the site for good: %s', (code, isFinal, message) => {
  const error = describeFailure(Object.assign(new Error('open'), { code }), '/srv/data');
  expect(error instanceof ConfigError).toBe(isFinal);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('\n');
});
