import { expect, it } from 'vitest';
import {
  describeUnallocated,
  listMoneyChoices,
  type UnallocatedMoney,
} from './unallocated-money.ts';

const money = (facts: Partial<UnallocatedMoney>): UnallocatedMoney => ({
  obstacle: 'released',
  unallocatedCents: 300_000,
  amountCents: 300_000,
  paidCents: 0,
  isForLostSession: true,
  ...facts,
});

it.each([
  [{}, 'We have your R3 000. Your time was gone; choose another time, or we refund you.'],
  [
    { obstacle: 'cancelled' },
    'We have your R3 000. Your session was cancelled; choose another time, or we refund you.',
  ],
  [
    { obstacle: 'cancelled', isForLostSession: false },
    'We have your R3 000. This order was cancelled; tell us if you still want it, or we refund you.',
  ],
  [
    { obstacle: 'expired', isForLostSession: false, unallocatedCents: 45_001 },
    'We have your R450.01. This order had expired; tell us if you still want it, or we refund you.',
  ],
  [
    { obstacle: 'paid', isForLostSession: false, unallocatedCents: 45_001 },
    'We have R450.01 from you that this order doesn’t need. Ask for a refund, or we contact you about it.',
  ],
  [
    { obstacle: null, isForLostSession: false, unallocatedCents: 298_500 },
    'We have R2 985 from you. Your order is for R3 000, so R15 is missing and it isn’t paid yet. Please don’t pay the rest before we contact you.',
  ],
  [
    { obstacle: null, isForLostSession: false, unallocatedCents: 300_001 },
    'We have R3 000.01 from you. Your order is for R3 000, so R0.01 is too much and it isn’t marked as paid yet. Please don’t pay again. We’ll contact you.',
  ],
  [
    { obstacle: null, isForLostSession: false },
    'We have your R3 000, and match it to your order ourselves. Please don’t pay again.',
  ],
] satisfies [Partial<UnallocatedMoney>, string][])('describes %j as “%s”', (facts, text) => {
  expect(describeUnallocated(money(facts)).replaceAll('\u00A0', ' ')).toBe(text);
});

it.each([
  [{}, ['another-time', 'refund']],
  [{ obstacle: 'cancelled', isForLostSession: false }, ['keep', 'refund']],
  [{ obstacle: 'expired', isForLostSession: false }, ['keep', 'refund']],
  [{ obstacle: 'paid' }, ['refund']],
  [{ obstacle: null }, ['refund']],
] satisfies [Partial<UnallocatedMoney>, string[]][])(
  '%j lets its buyer choose %j',
  (facts, choices) => {
    expect(listMoneyChoices(money(facts))).toEqual(choices);
  },
);
