import { describe, expect, it } from 'vitest';
import { describeUnusedShare, toUnusedShare } from './unused-share.ts';

describe('the unused share of a package', () => {
  it.each([
    [{ paidCents: 300_001, granted: 7, used: 2 }, 214_287],
    [{ paidCents: 300_001, granted: 7, used: 0 }, 300_001],
    [{ paidCents: 300_001, granted: 7, used: 7 }, 0],
    [{ paidCents: 300_001, granted: 7, used: 8 }, 0],
    [{ paidCents: 45_001, granted: 2, used: 1 }, 22_501],
    [{ paidCents: 100_000_000, granted: 999, used: 1 }, 99_899_900],
    [{ paidCents: 1, granted: 1_000, used: 999 }, 1],
  ])('%j: %i cents', (sold, cents) =>
    expect(toUnusedShare({ ...sold, refundedCents: 0 })).toBe(cents),
  );

  it('is less what was refunded before, but never below 0', () => {
    const sold = { paidCents: 300_001, granted: 7, used: 2 };
    expect(toUnusedShare({ ...sold, refundedCents: 50_037 })).toBe(164_250);
    expect(toUnusedShare({ ...sold, refundedCents: 250_000 })).toBe(0);
  });

  it.each([
    [
      { paidCents: 300_001, refundedCents: 0, granted: 7, used: 2 },
      '5 of 7 sessions are not used: R3 000.01 × 5 ÷ 7 = R2 142.87, rounded up to a cent.',
    ],
    [
      { paidCents: 300_000, refundedCents: 50_037, granted: 4, used: 3 },
      '1 of 4 sessions is not used: R3 000.00 × 1 ÷ 4 = R750.00, less R500.37 that was refunded before.',
    ],
    [
      { paidCents: 300_001, refundedCents: 0, granted: 7, used: 7 },
      'All 7 sessions are booked or used.',
    ],
  ])('%j is explained', (sold, text) =>
    expect(describeUnusedShare(sold).replaceAll('\u00A0', ' ')).toBe(text),
  );
});
