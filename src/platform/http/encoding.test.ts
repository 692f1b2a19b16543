import { expect, it } from 'vitest';
import { chooseEncoding } from './encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['x-br', 'identity'],
  ['x-gzip, brotli', 'identity'],
  ['br;q=0', 'identity'],
  ['gzip;q=0', 'identity'],
  ['gzip ; q=0.000, br', 'br'],
  ['gzip, br;q=0.5', 'gzip'],
  ['br;q=0.001', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['identity, br', 'br'],
  ['gzip, gzip;q=0', 'identity'],
])('%s: %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
