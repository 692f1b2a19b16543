import fc from 'fast-check';
import { expect, it } from 'vitest';
import { standardVatRate, vatWithin } from './vat.ts';

it.each([
  [11_500, 1500, 1_500],
  [100_000, 1500, 13_043],
  [100, 1500, 13],
  [0, 1500, 0],
  [1, 1500, 0],
  [4, 1500, 1],
  [100_000, 0, 0],
  [101, 10_000, 51],
  [-101, 10_000, -51],
  [114_000, 1400, 14_000],
])('%j cents at %j basis points include %j', (total, rate, vat) => {
  expect(vatWithin(total, rate)).toBe(vat);
});

it('agrees with exact fractions for every total', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e11 }),
      fc.integer({ min: 0, max: 3000 }),
      (total, rate) => {
        const [dividend, divisor] = [BigInt(total) * BigInt(rate), 10_000n + BigInt(rate)];
        const halfUp = (2n * dividend + divisor) / (2n * divisor);
        expect(vatWithin(total, rate)).toBe(Number(halfUp));
      },
    ),
  );
});

it.each([
  [0.5, standardVatRate],
  [100, 14.5],
  [100, -1],
  [Number.MAX_SAFE_INTEGER, standardVatRate],
])('refuses %j cents at %j', (total, rate) => {
  expect(() => vatWithin(total, rate)).toThrow(RangeError);
});
