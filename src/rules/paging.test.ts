import { expect, test } from 'vitest';
import { takePage } from './paging.ts';

test.each([
  ['', { items: [1, 2], page: 1, pageCount: 3 }],
  ['?page=3', { items: [5], page: 3, pageCount: 3 }],
])('splits five items into pages of two for %j', (search, page) => {
  expect(takePage([1, 2, 3, 4, 5], new URL(`http://site.invalid/${search}`), 2)).toEqual(page);
});

test.each(['4', '', '0', '-1', '01', '1.5', '1e3', ' 2', 'two', '99999999999999999999'])(
  'a list of three pages has no page %j',
  (page) => {
    const url = new URL(`http://site.invalid/?page=${page}`);
    expect(takePage([1, 2, 3, 4, 5], url, 2)).toBeUndefined();
  },
);

test('an empty list has one page', () => {
  expect(takePage([], new URL('http://site.invalid/'), 2)).toEqual({
    items: [],
    page: 1,
    pageCount: 1,
  });
});
