import { afterEach, expect, it, vi } from 'vitest';
import { createCountHere } from './count-here.ts';

afterEach(() => vi.useRealTimers());

it('leaves so many uses to each key, until the time since its first one is over', () => {
  vi.useFakeTimers();
  const countHere = createCountHere({ most: 2, seconds: 60 }, { now: () => Date.now() });
  expect(['a', 'a', 'a', 'b'].map(countHere)).toEqual([true, true, false, true]);
  vi.advanceTimersByTime(58_000);
  expect(countHere('a')).toBe(false);
  vi.advanceTimersByTime(4_000);
  expect(countHere('a')).toBe(true);
});
