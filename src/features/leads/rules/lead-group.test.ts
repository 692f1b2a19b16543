import { expect, it } from 'vitest';
import { toSearchTerms } from '#rules/search-terms.ts';

it.each([
  ['  Zanele   DUBE ', ['zanele', 'dube']],
  ['zanele@example.com', ['zanele@example.com']],
  ['+27 82 555-1234', ['27825551234']],
  [' 082 555 1234 ', ['825551234']],
  ['00 27 82 500 1234', ['27825001234']],
  [' +27 82 500 1234', ['27825001234']],
  ['R1500', ['r1500']],
  ['100%_', ['100%_']],
  ['   ', []],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('searches %j for %j', (text, terms) => {
  expect(toSearchTerms(text)).toEqual(terms);
});
