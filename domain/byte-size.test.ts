import { expect, it } from 'vitest';
import { formatBytes } from './byte-size.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024 ** 2, '10 MB'],
  [13_002_342, '12.4 MB'],
  [1024 ** 2 - 1, '1 MB'],
  [250 * 1024 ** 2 + 7, '250 MB'],
  [2 * 1024 ** 3, '2 GB'],
])('writes %i as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
