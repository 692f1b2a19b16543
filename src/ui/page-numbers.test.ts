import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 84, [1, 2, 0, 84]],
  [3, 84, [1, 2, 3, 4, 0, 84]],
  [4, 84, [1, 2, 3, 4, 5, 0, 84]],
  [50, 84, [1, 0, 49, 50, 51, 0, 84]],
  [84, 84, [1, 0, 83, 84]],
])('page %i of %i shows %j', (page, pageCount, numbers) => {
  expect(pageNumbers(page, pageCount)).toEqual(numbers);
});
