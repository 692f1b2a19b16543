import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agreesWithWords,
  findRandAmounts,
  formatBriefRand,
  formatDecimal,
  formatRand,
  parseAmount,
} from './money.ts';

describe('an amount as people and banks write it', () => {
  it.each([
    ['4500', 450_000],
    ['R 4 500,00', 450_000],
    ['R4,500.00', 450_000],
    ['R4,500', 450_000],
    ['4.500,00', 450_000],
    ['ZAR 4500.5', 450_050],
    ['zar4500', 450_000],
    ['4500 ZAR', 450_000],
    ['R\u00A04\u202F500,00', 450_000],
    ['1 234 567.89', 123_456_789],
    ['0,5', 50],
    ['0.00', 0],
    ['+750', 75_000],
    ['-7000.00', -700_000],
    ['−7000.00', -700_000],
    ['-R 100', -10_000],
    ['R-100', -10_000],
    ['R -100.00', -10_000],
    ['(1,250.00)', -125_000],
    ['R (50)', undefined],
    ['100.00-', -10_000],
    ['7,500.00Cr', 750_000],
    ['7,500.00 CR', 750_000],
    ['75.00 Dr', -7_500],
  ])('reads %j as %j cents', (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  it.each([
    '',
    ' ',
    'R',
    '-',
    '()',
    'free',
    'TP-7K4Q2',
    '12 Jan',
    '1e3',
    '0x10',
    'Infinity',
    '$150',
    '4.500',
    '4.5000',
    '1,23,456',
    '12 34',
    '1 500,00.00',
    '1,500,00',
    '1..5',
    '5.',
    '-5 Cr',
    '(5) Cr',
    '+5 Dr',
    '--5',
    '-5-',
    '99999999999999999',
    'R4500 once',
    '5 6',
  ])('an amount as people and banks write it does not read %j', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('an amount as people and banks write it reads what it writes, for every amount', () => {
    const amounts = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseAmount(formatDecimal(cents))).toBe(cents);
        expect(parseAmount(formatRand(cents))).toBe(cents);
      }),
    );
  });
});

it.each([
  [0, '0.00', 'R0.00'],
  [5, '0.05', 'R0.05'],
  [100_000, '1000.00', 'R1\u00A0000.00'],
  [123_456_789, '1234567.89', 'R1\u00A0234\u00A0567.89'],
  [-5_050, '-50.50', '−R50.50'],
])('writes an amount of %j cents', (cents, decimal, rand) => {
  expect(formatDecimal(cents)).toBe(decimal);
  expect(formatRand(cents)).toBe(rand);
});

it.each([
  [180_000, 'R1\u00A0800'],
  [45_001, 'R450.01'],
  [45_010, 'R450.10'],
  [100, 'R1'],
])('writes the price of %j cents', (cents, words) => {
  expect(formatBriefRand(cents)).toBe(words);
});

it.each([0.5, Number.NaN, 2 ** 53])('refuses to write %j cents', (cents) => {
  expect(() => formatRand(cents)).toThrow(RangeError);
});

it.each([
  ['R4,999', [499_900]],
  ['R1500', [150_000]],
  ['1500', [150_000]],
  ['$150 / R2,700 per session', [270_000]],
  ['R2000, now R1000.', [200_000, 100_000]],
  ['R 2 500 per month', [250_000]],
  ['R999.90 a month, 3 months', [99_990]],
  ['From R1 000–R3 000', [100_000, 300_000]],
  ['1 500 rand', [150_000]],
  ['R10k', [1_000_000]],
  ['R2.5k once', [250_000]],
  ['R1500pm', [150_000]],
  ['ZAR 500 for 2 sessions', [50_000]],
  ['Free', [0]],
  ['R0', [0]],
  ['$150', []],
  ['On request', []],
  ['Freedom for 10', []],
  ['', []],
  ['4R500', []],
  ['R1.234,50 once', []],
  ['R90071992547409k', []],
])('finds the rand in %j', (words, amounts) => {
  expect(findRandAmounts(words)).toEqual(amounts);
});

it.each([
  ['R4,999', 499_900, true],
  ['R4,999', 499_901, false],
  ['R4,999', 49_990, false],
  ['$150 / R2,700 per session', 270_000, true],
  ['$150 / R2,700 per session', 15_000, false],
  ['On request', 270_000, true],
  ['Free', 100, false],
])('%j beside %j cents: %j', (words, cents, isAgreed) => {
  expect(agreesWithWords(words, cents)).toBe(isAgreed);
});
