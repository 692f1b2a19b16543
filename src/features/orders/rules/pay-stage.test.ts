import { expect, test } from 'vitest';
import { payStage } from './pay-stage.ts';

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
    expect(payStage({ state, isUnconfirmed }, { hasReturned })).toBe(stage);
  },
);
