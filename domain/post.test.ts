import { expect, it } from 'vitest';
import { parsePageNumber } from './post.ts';

it('reads pages from 1 on', () => {
  expect(parsePageNumber(null)).toBe(1);
  expect(parsePageNumber('1')).toBe(1);
  expect(parsePageNumber('20')).toBe(20);
});

it.each(['', '0', '-1', '01', '1.5', '1e3', ' 2', 'two', '99999999999999999999'])(
  'finds no page in %j',
  (value) => {
    expect(parsePageNumber(value)).toBeUndefined();
  },
);
