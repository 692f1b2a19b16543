import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  contentTypeOf,
  findStoragePath,
  isStoragePath,
  storageUrl,
  toProofPath,
} from './stored-file.ts';

it.each([
  'blog/1763712000000-chart.png',
  'videos/1-a.b.MP4',
  'freebies/1-guide_v2.pdf',
  '1-shot.jpeg',
  'videos/1-a.mp4.jpg',
  `${'x'.repeat(196)}.png`,
])('accepts %s, and finds it in its URL', (stored) => {
  expect(isStoragePath(stored)).toBe(true);
  expect(findStoragePath(storageUrl(stored))).toBe(stored);
});

it('stores a private file, and finds it by no URL', () => {
  const stored = toProofPath('3f6bd1c0-7a5e-4928-b8e1-5d02c94f7a61', 'heic');
  expect(isStoragePath(stored)).toBe(true);
  expect(findStoragePath(storageUrl(stored))).toBeUndefined();
});

it.each([
  '',
  '.',
  '..',
  '../a.png',
  'blog/../a.png',
  'blog/..png',
  'blog//a.png',
  '/a.png',
  'other/a.png',
  'blog/deep/a.png',
  'a.svg',
  'a.html',
  'a.png.html',
  'a.png\0.jpg',
  'a b.png',
  'a%2f.png',
  'ä.png',
  '.png',
  `${'x'.repeat(200)}.png`,
])('refuses %j as a storage path', (stored) => {
  expect(isStoragePath(stored)).toBe(false);
});

it('rejects paths that leave the folder', () => {
  const part = fc.constantFrom('..', '.', '/', '\\', 'a', '.png', 'blog', '%2e', '\0', '-');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const stored = parts.join('');
      if (!isStoragePath(stored)) return;
      expect(path.posix.normalize(stored)).toBe(stored);
      expect(contentTypeOf(stored)).toBe('image/png');
    }),
  );
});

it('finds no path in the URL of another site or bucket', () => {
  expect(findStoragePath('https://example.com/storage/testimonials/a.png')).toBeUndefined();
  expect(findStoragePath('/storage/others/a.png')).toBeUndefined();
  expect(findStoragePath('/storage/testimonialz/a.png')).toBeUndefined();
});
