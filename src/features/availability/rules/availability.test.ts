import { expect, it } from 'vitest';
import { availabilityQuery } from './availability-query.ts';

it.each([
  ['2030-01-08', '2030-01-09T00:00:00+02:00', '2030-01-08T00:00:00.000Z'],
  ['2030-01-08T10:00:00+02:00', '2030-01-09', '2030-01-08T08:00:00.000Z'],
])('reads the span from %s to %s', (from, to, beginning) => {
  expect(availabilityQuery.parse({ from, to }).from.toISOString()).toBe(beginning);
});

it.each(['2026-02-31', '0000-01-01', '9999-12-31T23:59:59-23:59', 'a day', '', undefined])(
  'rejects %j at either end without comparing it',
  (text) => {
    expect(availabilityQuery.safeParse({ from: text, to: '2030-01-08' }).success).toBe(false);
    expect(availabilityQuery.safeParse({ from: '2030-01-08', to: text }).success).toBe(false);
    expect(availabilityQuery.safeParse({ from: text, to: text }).success).toBe(false);
  },
);

it('rejects a span that ends before it starts or is too long', () => {
  const isGood = (from: string, to: string) => availabilityQuery.safeParse({ from, to }).success;
  expect(isGood('2030-01-08', '2030-01-08')).toBe(false);
  expect(isGood('2030-01-08', '2030-03-11')).toBe(true);
  expect(isGood('2030-01-08', '2030-03-12')).toBe(false);
});
