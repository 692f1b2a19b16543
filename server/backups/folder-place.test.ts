import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolderPlace, writeFileWhole } from './folder-place.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'folder-place-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('writes a file for this user only, and replaces an earlier one', async () => {
  const file = path.join(directory, 'new/backup');
  for (const text of ['earlier', 'now']) {
    expect(await writeFileWhole(file, Readable.from([Buffer.from(text)]))).toBe(text.length);
  }
  expect(await readFile(file, 'utf8')).toBe('now');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['backup']);
});

it('keeps the earlier file when the content breaks off', async () => {
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
  ['in the middle', [6, 2]],
])('stops before the disk is full: %s', async (_, spare) => {
  const file = path.join(directory, 'backup');
  const content = Readable.from([Buffer.from('much'), Buffer.from('more'), Buffer.from('most')]);
  const readSpare = async () => spare.shift() ?? 0;
  await expect(writeFileWhole(file, content, readSpare)).rejects.toThrow(
    `Not enough disk space for a backup in ${directory}.`,
  );
  expect(await readdir(directory)).toEqual([]);
});

it('uses all the room that it may', async () => {
  const file = path.join(directory, 'backup');
  const content = Readable.from([Buffer.from('much'), Buffer.from('more')]);
  const spare = [8, 4];
  expect(await writeFileWhole(file, content, async () => spare.shift() ?? 0)).toBe(8);
});

it('says why a folder cannot be written', async () => {
  await writeFile(path.join(directory, 'file'), '');
  const place = openFolderPlace(path.join(directory, 'file/below'));
  await expect(place.write('backup', Readable.from(['']))).rejects.toThrow(
    /^The folder .*file\/below cannot be written: ENOTDIR.* Choose another folder/,
  );
});
