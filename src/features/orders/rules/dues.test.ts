import { expect, it } from 'vitest';
import {
  describeDue,
  describePart,
  dueNowCents,
  isAskedFor,
  leftToPay,
  settleDues,
  toDues,
} from './dues.ts';
import type { OrderState } from './order.ts';

const order = (paidCents: number, state: OrderState = 'awaiting', amountCents = 300_000) => ({
  state,
  amountCents,
  paidCents,
});

const three = [100_000, 100_000, 100_000].map((amountCents, index) => ({
  number: index + 1,
  amountCents,
  dueOn: index === 0 ? null : `2026-1${index}-28`,
  waivedCents: 0,
}));

it('asks for the whole price of an order that has no dues', () => {
  expect(toDues(order(0), [])).toMatchObject([{ number: 1, openCents: 300_000, state: 'open' }]);
  expect(dueNowCents(order(298_500), [])).toBe(1_500);
});

it('places money on the dues in their order', () => {
  expect(toDues(order(145_001), three)).toMatchObject([
    { state: 'paid', openCents: 0 },
    { state: 'open', paidCents: 45_001, openCents: 54_999 },
    { state: 'open', openCents: 100_000 },
  ]);
});

it.each([
  // The next due, or all that is left.
  [0, 100_000, true],
  [0, 300_000, true],
  [0, 200_000, false],
  [145_001, 54_999, true],
  [145_001, 154_999, true],
  [145_001, 100_000, false],
  [145_001, 0, false],
])('an order with %i cents paid takes %i without the mentor: %s', (paid, cents, isTaken) => {
  expect(isAskedFor(cents, order(paid), three)).toBe(isTaken);
});

it.each(['cancelled', 'partly-refunded', 'refunded'] as const)(
  'asks for nothing once an order is %s',
  (state) => {
    expect(leftToPay(order(145_001, state))).toBe(0);
    expect(isAskedFor(154_999, order(145_001, state), three)).toBe(false);
    expect(toDues(order(145_001, state), three)[2]).toMatchObject({ state: 'closed' });
  },
);

it('waives what the money of a paid order does not cover, and nothing of one that awaits money', () => {
  const waived = settleDues(order(145_001, 'paid'), three);
  expect(waived).toMatchObject([
    { waivedCents: 0, state: 'paid' },
    { waivedCents: 54_999, paidCents: 45_001, state: 'waived' },
    { waivedCents: 100_000, state: 'waived' },
  ]);
  expect(settleDues(order(45_001), waived)).toMatchObject([
    { waivedCents: 0, openCents: 54_999 },
    { waivedCents: 0, openCents: 100_000 },
    { waivedCents: 0 },
  ]);
});

it.each([
  [order(298_500), 'R2 985 of R3 000 paid, R15 left'],
  [order(45_001, 'awaiting', 45_002), 'R450.01 of R450.02 paid, R0.01 left'],
  [order(298_500, 'paid'), 'R2 985 of R3 000 paid, R15 waived'],
  [order(298_500, 'cancelled'), 'R2 985 of R3 000 paid'],
  [order(0), undefined],
  [order(300_000, 'paid'), undefined],
])('says how much of %j is paid', (money, text) => {
  expect(describePart(money)?.replaceAll('\u00a0', ' ')).toBe(text);
});

it('says when a due is to be paid', () => {
  const [, second] = toDues(order(100_000), three);
  expect(second && describeDue(second).replaceAll('\u00a0', ' ')).toBe(
    'R1 000 by 28 November 2026',
  );
});
