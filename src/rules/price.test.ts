import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coverAmounts,
  type Discount,
  partPlans,
  percentOff,
  splitAmount,
  toCurrentCents,
  toDiscountCents,
} from './price.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

describe('the discount of a sale', () => {
  it.each([
    [200_000, 100_000, 50],
    [100_000, 90_000, 10],
    [99_990, 66_660, 33],
    [99_900, 1, 99],
  ])('the discount of a sale of %s, sold for %s, is %i percent', (full, reduced, percent) => {
    expect(percentOff(full, reduced)).toBe(percent);
  });

  it.each([
    [100_000, 99_999],
    [100_000, 100_000],
    [100_000, 200_000],
  ])('the discount of a sale of %s, sold for %s, is none', (full, reduced) => {
    expect(percentOff(full, reduced)).toBeUndefined();
  });
});

it.each([
  [{ priceCents: 200_000, salePrice: 'R1000', saleCents: 100_000 }, true, 100_000],
  [{ priceCents: 200_000, salePrice: 'R1000', saleCents: 100_000 }, false, 200_000],
  [{ priceCents: 200_000, salePrice: null, saleCents: 100_000 }, true, 200_000],
  [{ priceCents: 200_000, salePrice: null, saleCents: null }, true, 200_000],
  [{ priceCents: null, salePrice: 'Ask us', saleCents: null }, true, null],
])('the price of %j, in the sale: %s, is %j cents', (plan, isSaleOn, cents) => {
  expect(toCurrentCents(plan, isSaleOn)).toBe(cents);
});

it.each([
  [45_001, { percent: 10 }, 4_500],
  [45_001, { percent: 99 }, 44_550],
  [45_001, { percent: 100 }, 45_001],
  [45_001, { cents: 45_000 }, 45_000],
  [45_001, { cents: 45_002 }, 45_001],
  [3, { percent: 33 }, 0],
] satisfies [number, Discount, number][])('%i cents with %j cost %i less', (price, off, less) => {
  expect(toDiscountCents(price, off)).toBe(less);
});

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
        expect(sum(split)).toBe(amount);
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

it('a sale, a voucher and dues lose no cent, and never make an order dearer', () => {
  const price = fc.integer({ min: 1, max: 100_000_000 });
  const off = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ cents: fc.integer({ min: 1, max: 200_000_000 }) }),
  );
  fc.assert(
    fc.property(
      fc.record({ priceCents: price, saleCents: price, isSaleOn: fc.boolean(), off }),
      fc.record({
        parts: fc.constantFrom(...partPlans),
        depositPercent: fc.integer({ min: 10, max: 90 }),
      }),
      fc.nat(1_000),
      ({ isSaleOn, off, ...prices }, terms, share) => {
        const shown = toCurrentCents({ ...prices, salePrice: 'R1' }, isSaleOn) ?? 0;
        expect(shown).toBe(isSaleOn ? prices.saleCents : prices.priceCents);
        const discount = toDiscountCents(shown, off);
        const amount = shown - discount;
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(amount).toBeGreaterThanOrEqual(0);
        if ('percent' in off && off.percent === 100) expect(amount).toBe(0);
        const dues = splitAmount(amount, terms);
        expect(sum(dues)).toBe(amount);
        expect(dues.every((cents) => cents >= 0)).toBe(true);
        const paid = Math.floor((amount * share) / 1_000);
        const covered = coverAmounts(paid, dues);
        expect(sum(covered)).toBe(paid);
        const firstOpen = dues.findIndex((cents, at) => (covered[at] ?? 0) < cents);
        // Money covers the dues in their order.
        if (firstOpen >= 0) expect(sum(covered.slice(firstOpen + 1))).toBe(0);
        expect(covered.every((cents, at) => cents >= 0 && cents <= (dues[at] ?? 0))).toBe(true);
      },
    ),
  );
});
