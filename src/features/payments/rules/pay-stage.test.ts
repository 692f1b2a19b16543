import { expect, test } from 'vitest';
import { payStage } from './pay-stage.ts';

test('an order with money that it does not take is about that money', () => {
  const unallocated = { isUnconfirmed: false, unallocatedCents: 103_335 };
  const at = { hasReturned: true };
  expect(payStage({ state: 'awaiting', ...unallocated }, at)).toBe('unallocated');
  expect(payStage({ state: 'cancelled', ...unallocated }, at)).toBe('unallocated');
  expect(payStage({ state: 'paid', ...unallocated }, at)).toBe('paid');
  expect(payStage({ state: 'expired', ...unallocated, isUnconfirmed: true }, at)).toBe(
    'unconfirmed',
  );
});

test.each([
  ['awaiting', false, false, 'awaiting'],
  ['awaiting', true, false, 'unconfirmed'],
  ['awaiting', false, true, 'unconfirmed'],
  ['expired', true, false, 'unconfirmed'],
  ['expired', false, false, 'expired'],
  // The money is there, whatever else is still to be confirmed.
  ['paid', true, true, 'paid'],
  ['partly-refunded', false, true, 'refunded'],
  ['refunded', false, false, 'refunded'],
  ['cancelled', false, true, 'cancelled'],
] as const)(
  'an order that is %s, unconfirmed: %s, returned: %s is %s',
  (state, isUnconfirmed, hasReturned, stage) => {
    expect(payStage({ state, isUnconfirmed, unallocatedCents: 0 }, { hasReturned })).toBe(stage);
  },
);
