import { expect, it } from 'vitest';
import { describeParts } from './part-plan.ts';

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
