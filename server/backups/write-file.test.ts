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

it('stops before the disk is full, in plain words', async () => {
  const file = path.join(directory, 'backup');
  const content = Readable.from([Buffer.from('much')]);
  await expect(writeFileWhole(file, content, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    `There is too little room for a backup on the disk of ${directory}.`,
  );
  expect(await readdir(directory)).toEqual([]);
});
