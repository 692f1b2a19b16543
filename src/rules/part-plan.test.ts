import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeParts, partPlans, splitAmount } from './part-plan.ts';

it.each([
  [300_000, 'none', [300_000]],
  [300_000, 'deposit', [90_000, 210_000]],
  [45_001, 'two', [22_600, 22_401]],
  [100_000, 'three', [33_400, 33_400, 33_200]],
  // Too little to split.
  [100, 'two', [100]],
  [150, 'three', [150]],
] as const)('splits %i cents by the plan %s', (amount, plan, parts) => {
  expect(splitAmount(amount, plan)).toEqual(parts);
});

it('splits any amount into parts that sum up to it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.constantFrom(...partPlans),
      (amount, plan) => {
        const parts = splitAmount(amount, plan);
        expect(parts.reduce((sum, cents) => sum + cents, 0)).toBe(amount);
        expect(parts.every((cents) => cents > 0)).toBe(true);
      },
    ),
  );
});

it.each([
  [100_000, 'none', null],
  [null, 'deposit', null],
  [100, 'two', null],
  [100_000, 'deposit', 'R300 now, R700 later'],
  [45_001, 'two', 'R226 now, R224.01 in a month'],
  [100_000, 'three', 'R334 now, R334 in a month and R332 in two months'],
] as const)('describes %j cents in the plan %s', (amount, plan, expected) => {
  expect(describeParts(amount, plan)).toBe(expected);
});
