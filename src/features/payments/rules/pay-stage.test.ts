import { expect, test } from 'vitest';
import { payStage } from './pay-stage.ts';

const none = {
  state: 'awaiting',
  obstacle: null,
  isUnconfirmed: false,
  unallocatedCents: 0,
  returnedCents: 0,
  sentCents: 0,
} as const;

const stageOf = (facts: Partial<Parameters<typeof payStage>[0]>, hasReturned = false) =>
  payStage({ ...none, ...facts }, { hasReturned });

test('an order with money that it does not take is about that money', () => {
  const unallocatedCents = 103_335;
  expect(stageOf({ unallocatedCents }, true)).toBe('unallocated');
  const cancelled = { state: 'cancelled', obstacle: 'cancelled', unallocatedCents } as const;
  expect(stageOf(cancelled, true)).toBe('unallocated');
  expect(stageOf({ state: 'paid', obstacle: 'paid', unallocatedCents })).toBe('paid');
  const expired = { state: 'expired', obstacle: 'expired', unallocatedCents } as const;
  expect(stageOf({ ...expired, isUnconfirmed: true })).toBe('unconfirmed');
});

test('a closed order whose money went back is about that', () => {
  const released = { state: 'cancelled', obstacle: 'released' } as const;
  expect(stageOf({ ...released, returnedCents: 45_001 })).toBe('returned');
  expect(stageOf({ ...released, sentCents: 45_001 }, true)).toBe('returned');
  expect(stageOf({ ...released, returnedCents: 1, unallocatedCents: 45_000 })).toBe('unallocated');
  // It can still be paid.
  expect(stageOf({ returnedCents: 45_001 })).toBe('awaiting');
});

test('a buyer who comes back from a provider to a closed order has paid, and waits', () => {
  expect(stageOf({ state: 'cancelled', obstacle: 'released' }, true)).toBe('unconfirmed');
  expect(stageOf({ state: 'cancelled', obstacle: 'cancelled' }, true)).toBe('unconfirmed');
  expect(stageOf({ state: 'expired', obstacle: 'expired' }, true)).toBe('unconfirmed');
});

test('a session whose hold has just ended is not paid for any more', () => {
  expect(stageOf({ obstacle: 'released' })).toBe('released');
  expect(stageOf({ state: 'expired', obstacle: 'cancelled' })).toBe('cancelled');
});

test.each([
  ['awaiting', null, false, false, 'awaiting'],
  ['awaiting', null, true, false, 'unconfirmed'],
  ['awaiting', null, false, true, 'unconfirmed'],
  ['expired', 'expired', true, false, 'unconfirmed'],
  ['expired', 'expired', false, false, 'expired'],
  ['expired', null, false, false, 'expired'],
  // The money is there, whatever else is still to be confirmed.
  ['paid', 'paid', true, true, 'paid'],
  ['partly-refunded', 'paid', false, true, 'refunded'],
  ['refunded', 'paid', false, false, 'refunded'],
  ['cancelled', 'cancelled', false, false, 'cancelled'],
  ['cancelled', 'released', false, false, 'released'],
] as const)(
  'an order that is %s with obstacle %s, unconfirmed: %s, returned: %s is %s',
  (state, obstacle, isUnconfirmed, hasReturned, stage) => {
    expect(stageOf({ state, obstacle, isUnconfirmed }, hasReturned)).toBe(stage);
  },
);
