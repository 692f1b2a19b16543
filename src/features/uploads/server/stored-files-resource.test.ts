import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { createStoredFiles, parseRange } from './stored-files-resource.ts';

it.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  [undefined, undefined],
] as const)('%s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

it('a range is unsatisfiable for an empty file', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
});

it('a range never exceeds the file', () => {
  const header = fc
    .tuple(fc.option(fc.nat()), fc.option(fc.nat()))
    .map(([from, to]) => `bytes=${from ?? ''}-${to ?? ''}`);
  fc.assert(
    fc.property(header, fc.nat(), (given, size) => {
      const range = parseRange(given, size);
      if (range === undefined || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});

/** Requests a file from a stream that has sent only its first thousand bytes. */
async function askForFile() {
  const stream = new Readable({ read() {} });
  stream.push(Buffer.alloc(1_000));
  const path = 'videos/1763712000000-lesson.mp4';
  const storage: Partial<FileStorage> = {
    find: async () => ({ path, size: 300_000, etag: '"1"', modifiedAt: new Date(0) }),
    open: async () => stream,
  };
  const app = new Hono().route(
    '/storage/testimonials',
    createStoredFiles({ storage: storage as FileStorage }),
  );
  return { stream, response: await app.request(`/storage/testimonials/${path}`) };
}

it('stops reading when the client disconnects, even while no data arrives', async () => {
  const { stream, response } = await askForFile();
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value).toHaveLength(1_000);
  const rest = reader?.read();
  await reader?.cancel();
  expect(stream.destroyed).toBe(true);
  expect((await rest)?.done).toBe(true);
});

it('ends the response with the error of the stream', async () => {
  const { stream, response } = await askForFile();
  stream.destroy(new Error('The disk is gone.'));
  await expect(response.arrayBuffer()).rejects.toThrow('The disk is gone.');
});

it('passes on the same buffers without copying', async () => {
  const { stream, response } = await askForFile();
  const reader = response.body?.getReader();
  await reader?.read();
  const piece = Buffer.from('read once');
  stream.push(piece);
  expect((await reader?.read())?.value).toBe(piece);
  await reader?.cancel();
});
