import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCountdown, isSaleOn, personalSaleEnd, untilNextSecond } from './sale.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const day = 86_400_000;

describe("the end of a visitor's sale", () => {
  it.each([
    ['absent', null],
    ['past', String(now - 1)],
    ['now', String(now)],
    ['empty', ''],
    ['blank', ' '],
    ['not a number', 'tomorrow'],
    ['a fraction', `${now}.5`],
    ['endless', 'Infinity'],
    ['years ahead', String(now + 9 * 365 * day)],
    ['just beyond the length of the sale', String(now + day + 1)],
    ['in exponents', '1e300'],
  ])('the end of a visitor’s sale is a day ahead if the stored one is %s', (_, stored) => {
    expect(personalSaleEnd(stored, 24, now)).toBe(now + day);
  });

  it('the end of a visitor’s sale is the stored one while that is in the future', () => {
    expect(personalSaleEnd(String(now + 1), 24, now)).toBe(now + 1);
  });

  it('the end of a visitor’s sale is the stored one right after it was stored', () => {
    expect(personalSaleEnd(String(now + day), 24, now)).toBe(now + day);
  });

  it('the end of a visitor’s sale is in the future, by the length of the sale at most, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.maxSafeInteger().map(String)), (stored) => {
        const end = personalSaleEnd(stored, 24, now);
        expect(end > now && end <= now + day).toBe(true);
      }),
    );
  });
});

describe('whether a page is rendered with the sale on', () => {
  it('whether a page is rendered with the sale on is true for a countdown per visitor', () => {
    expect(isSaleOn({ kind: 'per-visitor', hours: 24 }, now)).toBe(true);
  });

  it('whether a page is rendered with the sale on is false without a sale', () => {
    expect(isSaleOn({ kind: 'none' }, now)).toBe(false);
  });

  it('depends on the clock for a fixed end', () => {
    const sale = { kind: 'until', endsAt: '2026-11-21T12:00:00+02:00' } as const;
    expect(isSaleOn(sale, now - 1)).toBe(true);
    expect(isSaleOn(sale, now)).toBe(false);
  });
});

describe('the countdown', () => {
  it.each([
    [day, '24:00:00'],
    [day - 1, '24:00:00'],
    [day - 1000, '23:59:59'],
    [61_000, '00:01:01'],
    [1, '00:00:01'],
    [0, '00:00:00'],
    [-5, '00:00:00'],
    [2 * day - 1000, '47:59:59'],
    [2 * day, '2 days'],
    [226 * 3_600_000 + 491_000, '9 days 10 h'],
  ])('shows %i ms as %s', (remaining, shown) => {
    expect(formatCountdown(remaining)).toBe(shown);
  });

  it('changes exactly at the next update', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: day }), (remaining) => {
        const later = remaining - untilNextSecond(remaining);
        expect(formatCountdown(later)).not.toBe(formatCountdown(remaining));
        expect(formatCountdown(later + 1)).toBe(formatCountdown(remaining));
      }),
    );
  });

  it('the countdown needs no update when it is over', () => {
    expect(untilNextSecond(0)).toBe(0);
    expect(untilNextSecond(-1)).toBe(0);
  });
});
