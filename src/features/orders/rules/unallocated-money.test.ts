import { expect, it } from 'vitest';
import {
  describeUnallocated,
  describeUnallocatedToMentor,
  explainUnallocated,
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

it.each([
  [{}, 'The deadline to pay for this session has passed.'],
  [{ obstacle: 'cancelled' }, 'This order was cancelled.'],
  [{ obstacle: 'expired' }, 'This order has expired.'],
  [{ obstacle: 'paid' }, 'This order is already paid.'],
  [
    { obstacle: null, unallocatedCents: 45_001 },
    'The amount differs: R450.01 came in, and R3 000 is left to pay.',
  ],
  [
    { obstacle: null, paidCents: 100_000, unallocatedCents: 200_000 },
    'R2 000 came in before this order was open. It is what is left to pay.',
  ],
] satisfies [Partial<UnallocatedMoney>, string][])(
  'tells the mentor the cause of %j alone: “%s”',
  (facts, text) => {
    expect(explainUnallocated(money(facts)).replaceAll('\u00A0', ' ')).toBe(text);
    expect(describeUnallocatedToMentor(money(facts)).replaceAll('\u00A0', ' ')).toContain(text);
  },
);

it.each([
  [{}, /choose another time or a refund on their page.+you can find another time, or refund it\.$/],
  [
    { obstacle: 'expired', isForLostSession: false },
    /say that they still want it, or ask for a refund, on their page.+you can refund it\.$/,
  ],
  [{ obstacle: null }, /record it as a part payment, or refund it\.$/],
] satisfies [Partial<UnallocatedMoney>, RegExp][])(
  'tells the mentor what to do about %j',
  (facts, text) => {
    expect(describeUnallocatedToMentor(money(facts))).toMatch(text);
  },
);
