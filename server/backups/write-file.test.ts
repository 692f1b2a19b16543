import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeFileWhole } from './write-file.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'write-file-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('writes for this user’s eyes only, in the place of an earlier one', async () => {
  const file = path.join(directory, 'new/backup');
  for (const text of ['earlier', 'now']) {
    expect(await writeFileWhole(file, Readable.from([Buffer.from(text)]))).toBe(text.length);
  }
  expect(await readFile(file, 'utf8')).toBe('now');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['backup']);
});

it('leaves what was there when the content breaks off', async () => {
  const file = path.join(directory, 'backup');
  await writeFile(file, 'earlier');
  async function* breakOff() {
    yield Buffer.from('half');
    throw new Error('The database is gone');
  }
  await expect(writeFileWhole(file, Readable.from(breakOff()))).rejects.toThrow('is gone');
  expect(await readFile(file, 'utf8')).toBe('earlier');
  expect(await readdir(directory)).toEqual(['backup']);
});

it.each([
  ['before the first byte', [0]],
  ['where room runs out in the middle', [6, 2]],
])('stops before the disk is full, in plain words: %s', async (_, spare) => {
  const file = path.join(directory, 'backup');
  const content = Readable.from([Buffer.from('much'), Buffer.from('more'), Buffer.from('most')]);
  const readSpare = async () => spare.shift() ?? 0;
  await expect(writeFileWhole(file, content, readSpare)).rejects.toThrow(
    `Not enough disk space for a backup in ${directory}.`,
  );
  expect(await readdir(directory)).toEqual([]);
});

it('fills what may be filled', async () => {
  const file = path.join(directory, 'backup');
  const content = Readable.from([Buffer.from('much'), Buffer.from('more')]);
  const spare = [8, 4];
  expect(await writeFileWhole(file, content, async () => spare.shift() ?? 0)).toBe(8);
});
