import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candleCount, nextCandle } from './candles.ts';

describe('candleCount', () => {
  it.each([
    [10, 1],
    [390, 9],
    [799, 19],
    [800, 20],
    [3840, 20],
  ])('shows at %d px %d candles', (width, count) => {
    expect(candleCount(width)).toBe(count);
  });
});

describe('nextCandle', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

  it('opens at the last close, and stays within the chart', () => {
    fc.assert(
      fc.property(share, fc.array(share, { minLength: 3, maxLength: 3 }), (close, numbers) => {
        const random = () => numbers.pop() ?? 0.5;
        const candle = nextCandle(close, random);
        expect(candle.open).toBeCloseTo(Math.min(0.96, Math.max(0.04, close)));
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
        expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
        expect(candle.high).toBeLessThanOrEqual(1);
        expect(candle.low).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
