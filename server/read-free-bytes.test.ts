import { expect, it } from 'vitest';
import { roomToKeep } from './read-free-bytes.ts';

const megabyte = 1024 ** 2;

it.each([
  ['64 MB keeps an eighth', 64, 8],
  ['4 GB keeps all of it', 4_096, 512],
  ['40 GB keeps no more', 40_960, 512],
])('a disk of %s of what is to stay free', (_, size, kept) => {
  expect(roomToKeep(size * megabyte, 512 * megabyte)).toBe(kept * megabyte);
});
