import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { createFileStorage, type FileStorage } from './file-storage.ts';

const content = randomBytes(200_000);
const file = 'videos/1763712000000-lesson.mp4';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'storage-'));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

describe.each(['disk', 'object store'] as const)('on the %s', (place) => {
  let store: ObjectStore | undefined;
  let storage: FileStorage;

  beforeEach(async () => {
    store = place === 'disk' ? undefined : await startObjectStore(dataDirectory);
    storage = createFileStorage({ dataDirectory, objectStorage: store?.config });
  });
  afterEach(async () => {
    storage.close();
    await store?.close();
  });

  const put = () =>
    storage.put({ path: file, content: Readable.from([content]), size: content.length });

  it('stores, finds, reads and deletes a file', async () => {
    expect(await storage.find(file)).toBeUndefined();
    await put();
    expect(await storage.find(file)).toMatchObject({
      path: file,
      size: content.length,
      etag: expect.stringMatching(/^"[^"]+"$/),
      modifiedAt: expect.any(Date),
    });
    expect((await buffer(await storage.open(file))).equals(content)).toBe(true);
    await storage.delete(file);
    expect(await storage.find(file)).toBeUndefined();
    await storage.delete(file);
  });

  it('reads parts of a file', async () => {
    await put();
    for (const [start, end] of [
      [0, 1],
      [10, 99_999],
      [content.length - 1, content.length - 1],
    ] as const) {
      const part = await buffer(await storage.open(file, { start, end }));
      expect(part.equals(content.subarray(start, end + 1))).toBe(true);
    }
  });

  it('adopts a file of this machine', async () => {
    const from = path.join(dataDirectory, 'received');
    await writeFile(from, content);
    await storage.adopt({ path: file, from, size: content.length });
    expect((await buffer(await storage.open(file))).equals(content)).toBe(true);
    await expect(stat(from)).rejects.toThrow('ENOENT');
  });

  it('lists and measures its files', async () => {
    const list = async () => {
      const paths: string[] = [];
      for await (const found of storage.list()) paths.push(found);
      return paths.sort();
    };
    expect(await list()).toEqual([]);
    expect(await storage.measure()).toEqual({ files: 0, bytes: 0 });
    await put();
    const picture = '1763712000001-gold.png';
    await storage.put({ path: picture, content: Readable.from([content]), size: content.length });
    expect(await list()).toEqual([picture, file]);
    expect(await storage.measure()).toEqual({ files: 2, bytes: 2 * content.length });
  });

  it('rejects paths that leave the storage', async () => {
    for (const wrong of ['../secret.png', 'blog/../../a.png', '/etc/a.png', 'a.html', '']) {
      await expect(storage.find(wrong)).rejects.toThrow(TypeError);
      await expect(storage.open(wrong)).rejects.toThrow(TypeError);
      await expect(storage.delete(wrong)).rejects.toThrow(TypeError);
    }
  });
});

it('does not show a partially written file', async () => {
  const storage = createFileStorage({ dataDirectory, objectStorage: undefined });
  const cutOff = Readable.from(
    (async function* () {
      yield content;
      throw new Error('the sender disconnected');
    })(),
  );
  await expect(storage.put({ path: file, content: cutOff, size: 400_000 })).rejects.toMatchObject({
    code: 'storage-unavailable',
  });
  expect(await storage.find(file)).toBeUndefined();
  expect(await readdir(path.join(dataDirectory, 'uploads/testimonials/unfinished'))).toEqual([]);
});

it('removes unfinished files of a killed process, but no newer ones', async () => {
  const storage = createFileStorage({ dataDirectory, objectStorage: undefined });
  const folder = path.join(dataDirectory, 'uploads/testimonials/unfinished');
  expect(await storage.removeUnfinished(new Date())).toBe(0);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'old'), content);
  await utimes(path.join(folder, 'old'), new Date(0), new Date(0));
  await writeFile(path.join(folder, 'young'), content);
  expect(await storage.removeUnfinished(new Date(Date.now() - 60_000))).toBe(1);
  expect(await readdir(folder)).toEqual(['young']);
});

it('reports an unavailable object store', async () => {
  const storage = createFileStorage({
    dataDirectory,
    objectStorage: {
      endpoint: 'http://127.0.0.1:1',
      region: 'here',
      bucket: 'files',
      accessKeyId: 'x',
      secretAccessKey: 'y',
      forcePathStyle: true,
    },
  });
  await expect(storage.find(file)).rejects.toMatchObject({
    code: 'storage-unavailable',
    status: 503,
  });
  storage.close();
});
