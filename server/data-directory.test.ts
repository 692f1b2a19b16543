import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  closeDataDirectory,
  DataDirectoryInUseError,
  lockDataDirectory,
  makeDataDirectory,
} from './data-directory.ts';

const log = pino({ level: 'silent' });
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'data-directory-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const modeOf = async (name: string) =>
  ((await stat(path.join(directory, name))).mode & 0o777).toString(8);

it('closes open folders of the site with their contents, and nothing else', async () => {
  await mkdir(path.join(directory, 'uploads/testimonials/blog'), { recursive: true });
  await mkdir(path.join(directory, 'postgres'));
  await mkdir(path.join(directory, 'not-ours'));
  const files = ['uploads/testimonials/blog/a.png', 'postgres.log', 'not-ours/file', 'elsewhere'];
  for (const file of files) await writeFile(path.join(directory, file), '');
  await symlink(path.join(directory, 'elsewhere'), path.join(directory, 'uploads/link'));
  for (const file of ['uploads', 'uploads/testimonials', ...files, 'not-ours', 'postgres'])
    await chmod(path.join(directory, file), 0o777);

  closeDataDirectory(directory, log);
  const closed = ['uploads', 'uploads/testimonials', 'uploads/testimonials/blog'];
  expect(await Promise.all(closed.map(modeOf))).toEqual(['700', '700', '700']);
  expect(await modeOf('uploads/testimonials/blog/a.png')).toBe('600');
  expect(await modeOf('postgres.log')).toBe('600');
  const others = ['not-ours', 'not-ours/file', 'elsewhere', 'postgres'];
  expect(await Promise.all(others.map(modeOf))).toEqual(['777', '777', '777', '777']);
  closeDataDirectory(directory, log);
});

it.each([0o000, 0o022, 0o077])(
  'creates a folder that others may only pass through, under umask %o',
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

it('takes rights of others from an existing folder', async () => {
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
