import fc from 'fast-check';
import { expect, it } from 'vitest';
import { standardVatRate, vatOfPart, vatWithin } from './vat.ts';

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

/** Returns the VAT of each part of an invoice. */
function creditParts(parts: readonly number[], rateBasisPoints = standardVatRate) {
  const totalCents = parts.reduce((sum, part) => sum + part, 0);
  const invoice = { totalCents, rateBasisPoints, vatCents: vatWithin(totalCents, rateBasisPoints) };
  const before = { totalCents: 0, vatCents: 0 };
  const shares = parts.map((part) => {
    const vatCents = vatOfPart(invoice, before, part);
    before.totalCents += part;
    before.vatCents += vatCents;
    return vatCents;
  });
  return { invoice, shares };
}

it('gives the last part of an invoice what is left', () => {
  const { invoice, shares } = creditParts([15_001, 15_001, 15_001]);
  expect(invoice.vatCents).toBe(5_870);
  expect(shares).toEqual([1_957, 1_956, 1_957]);
});

it('gives parts of any size VAT that sums up to the invoice’s, each within a cent of its own', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1e8 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 3000 }),
      (parts, rate) => {
        const { invoice, shares } = creditParts(parts, rate);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(invoice.vatCents);
        for (const [at, share] of shares.entries()) {
          const part = parts[at] ?? 0;
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(part);
          expect(Math.abs(share - (part * rate) / (10_000 + rate))).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});

it('takes no negative VAT after parts that were rounded up', () => {
  const invoice = { totalCents: 1_001, rateBasisPoints: 1500, vatCents: 131 };
  expect(vatOfPart(invoice, { totalCents: 900, vatCents: 140 }, 101)).toBe(0);
});
