import { expect, it } from 'vitest';
import { warnOfAmount } from './amount-warning.ts';

it.each([
  [100_000, undefined],
  [255_001, undefined],
  [
    45_001,
    'R2 550.01 is left to pay for this order. The payment will be recorded as a part of it.',
  ],
  [255_002, 'Only R2 550.01 is left to pay for this order. The payment will be unallocated.'],
])('warns of %i cents where R1 000 is due and R2 550.01 is left: %s', (cents, warning) => {
  const found = warnOfAmount(cents, { dueCents: 100_000, leftCents: 255_001 });
  expect(found?.replaceAll('\u00A0', ' ')).toBe(warning);
});
