import { expect, it } from 'vitest';
import { formatLength, formatTimeLeft } from './time-left.ts';

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
