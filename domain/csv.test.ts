import { expect, it } from 'vitest';
import { toCsvLine } from './csv.ts';

it('quotes what would break a line, and nothing else', () => {
  expect(toCsvLine(['plain', 'with, comma', 'with "marks"', 'two\nlines', null, ' spaced'])).toBe(
    'plain,"with, comma","with ""marks""","two\nlines",," spaced"\r\n',
  );
});

it.each(['=1+1', '+27 82 555 1234', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'keeps %j from being a formula',
  (text) => {
    expect(toCsvLine([text])).toMatch(/^"?'/);
  },
);
