import { expect, it } from 'vitest';
import { toReadingMinutes } from './post.ts';

it.each([
  [0, 1],
  [299, 1],
  [300, 2],
  [2_000, 10],
])('estimates %i words at %i minutes', (words, minutes) => {
  expect(toReadingMinutes(words)).toBe(minutes);
});
