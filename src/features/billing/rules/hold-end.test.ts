import { expect, it } from 'vitest';
import type { PaymentMethod } from '#rules/payment-methods.ts';
import { toHoldEnd } from './hold-end.ts';

const now = new Date('2030-01-07T08:00:00Z');
const after = (hours: number) => new Date(+now + hours * 3_600_000);

const endOf = (methods: PaymentMethod[], hoursAhead: number) =>
  toHoldEnd({ now, startsAt: after(hoursAhead), methods, holdMinutes: 30, bankHoldHours: 24 });

it.each<[string, PaymentMethod[], number, number]>([
  ['half an hour for a card', ['payfast'], 100, 0.5],
  ['two days for a transfer', ['bank'], 100, 48],
  ['the slowest way that is offered', ['bank', 'payfast'], 100, 48],
  ['until a day before the session for a transfer', ['bank'], 60, 36],
  ['as long as for a card where a transfer is too late', ['bank'], 20, 0.5],
  ['until the session begins at the latest', ['payfast'], 0.25, 0.25],
])('holds a session %s', (_, methods, hoursAhead, held) => {
  expect(endOf(methods, hoursAhead)).toEqual(after(held));
});

it('does not hold a session that has begun', () => {
  expect(endOf(['bank'], 0)).toBeUndefined();
});
