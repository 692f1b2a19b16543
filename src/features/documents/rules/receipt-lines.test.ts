import { expect, it } from 'vitest';
import { toReceiptLines } from './receipt-lines.ts';

const order = { title: 'TP Strategy Course', amountCents: 300_000, voucher: undefined };
const plain = (facts: Parameters<typeof toReceiptLines>[0]) =>
  toReceiptLines(facts).map(({ description, unitCents }) => [
    description.replaceAll('\u00a0', ' '),
    unitCents,
  ]);

it.each([
  [300_000, 'paid', 300_000, [['TP Strategy Course', 300_000]]],
  [
    298_500,
    'paid',
    298_500,
    [
      ['TP Strategy Course', 300_000],
      ['Discount', -1_500],
    ],
  ],
  [
    145_001,
    'awaiting',
    45_001,
    [['TP Strategy Course (part payment: R1 450.01 of R3 000 paid)', 45_001]],
  ],
  [
    300_000,
    'paid',
    154_999,
    [['TP Strategy Course (part payment: R3 000 of R3 000 paid)', 154_999]],
  ],
])(
  'lists what a payment is for: %i cents %s, %i of them now',
  (paidCents, state, received, lines) => {
    const facts = { ...order, state, paidCents, receivedCents: received };
    expect(plain(facts)).toEqual(lines);
    expect(lines.reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(received);
  },
);

it.each([
  [40_501, [], 40_501],
  [0, [], 0],
  [40_501, [['Discount', -501]], 40_000],
] as const)('names the code that leaves %i cents to pay', (amountCents, more, receivedCents) => {
  const voucher = { code: 'SPRING2030', discountCents: 45_001 - amountCents };
  const facts = { ...order, amountCents, voucher, state: 'paid', paidCents: receivedCents };
  expect(plain({ ...facts, receivedCents })).toEqual([
    ['TP Strategy Course', 45_001],
    ['Code SPRING2030', amountCents - 45_001],
    ...more,
  ]);
});
