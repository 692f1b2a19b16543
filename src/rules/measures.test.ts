import { expect, it } from 'vitest';
import { formatBytes, formatLength, formatMinutes, formatTimeLeft } from './measures.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024 ** 2, '10 MB'],
  [13_002_342, '12.4 MB'],
  [1024 ** 2 - 1, '1 MB'],
  [250 * 1024 ** 2 + 7, '250 MB'],
  [154_010, '150 KB'],
  [102_297, '99.9 KB'],
  [2 * 1024 ** 3, '2 GB'],
  [3_000 * 1024 ** 4, '3000 TB'],
])('writes %i as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it.each([
  [0, 'less than a minute'],
  [49, 'less than a minute'],
  [50, 'about 1 min'],
  [89, 'about 1 min'],
  [3_569, 'about 59 min'],
  [3_600, 'about 1 h'],
  [7_800, 'about 2 h 10 min'],
])('%i s left is %s', (seconds, words) => {
  expect(formatTimeLeft(seconds)).toBe(words);
});

it.each([
  [6.6, '0:07'],
  [59.7, '1:00'],
  [750, '12:30'],
  [3_723, '1:02:03'],
])('%f s long is %s', (seconds, words) => {
  expect(formatLength(seconds)).toBe(words);
});

it.each([
  [1_440, '1 day'],
  [2_880, '2 days'],
  [2_160, '36 hours'],
  [60, '1 hour'],
  [45, '45 minutes'],
])('writes %i minutes as %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
