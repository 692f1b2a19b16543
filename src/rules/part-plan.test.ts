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
] as const)('splits %i cents by the plan %s', (amount, parts, expected) => {
  expect(splitAmount(amount, { parts, depositPercent: 30 })).toEqual(expected);
});

it.each([
  [45_001, 10, [4_600, 40_401]],
  [45_001, 57, [25_700, 19_301]],
  [300_000, 90, [270_000, 30_000]],
  [999, 90, [900, 99]],
  // Too little to split.
  [950, 90, [900, 50]],
  [900, 90, [900]],
])('asks of %i cents for a deposit of %i%%', (amount, depositPercent, expected) => {
  expect(splitAmount(amount, { parts: 'deposit', depositPercent })).toEqual(expected);
});

it('splits any amount into parts that sum up to it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.constantFrom(...partPlans),
      fc.integer({ min: 10, max: 90 }),
      (amount, parts, depositPercent) => {
        const split = splitAmount(amount, { parts, depositPercent });
        expect(split.reduce((sum, cents) => sum + cents, 0)).toBe(amount);
        expect(split.every((cents) => Number.isSafeInteger(cents) && cents > 0)).toBe(true);
        if (parts !== 'deposit' || split.length === 1) return;
        // The share, rounded up to whole rand.
        const [deposit = 0] = split;
        expect(deposit % 100).toBe(0);
        expect(deposit * 100).toBeGreaterThanOrEqual(amount * depositPercent);
        expect((deposit - 100) * 100).toBeLessThan(amount * depositPercent);
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
] as const)('describes %j cents in the plan %s', (amount, parts, expected) => {
  expect(describeParts(amount, { parts, depositPercent: 30 })).toBe(expected);
});
