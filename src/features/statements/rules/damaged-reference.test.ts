import { describe, expect, it } from 'vitest';
import { findDamaged, indexDamaged, looksReferenced } from './damaged-reference.ts';

const order = { reference: 'TP-7K4Q2' };
const index = indexDamaged([order, { reference: 'TP-9WXRM' }]);

describe('a damaged reference', () => {
  it.each([
    'TP-7K4 Q2',
    'TP 7K 4Q 2',
    'T P 7K4Q2',
    'tp7k4q2',
    'TP-7K4-Q2',
    'CAPITECTP-7K4Q2',
    'TP-7K4Q2JSMITH',
    'PAYTP7K4Q2NOV',
    'TP-7K4O2',
    'TP-7K402',
    'TP-7K4QZ',
    'TP-7K4Q',
    'TP-7K4Q22',
    'TP-7K42Q',
    'TP-K74Q2',
    'PT-7K4Q2',
    'ref 7K4Q2',
    'ＴＰ－７Ｋ４Ｑ２',
    'TP----7K4Q2',
  ])('a damaged reference is found in %j', (text) => {
    expect([...findDamaged(text, index)]).toEqual([order]);
  });

  it.each(['', 'TP', 'TP-22222', 'TP-4K7Q2', 'J SMITH', 'TP-7K'])(
    'a damaged reference is not found in %j',
    (text) => {
      expect([...findDamaged(text, index)]).toEqual([]);
    },
  );
});

it.each([
  ['TP-22222', true],
  ['pmt tp 9x9x9x', true],
  ['TPORTER', false],
  ['HTTP2000', false],
])('%j looks like a reference: %j', (text, looks) => {
  expect(looksReferenced(text)).toBe(looks);
});
