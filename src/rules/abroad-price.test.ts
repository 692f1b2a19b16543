import { expect, it } from 'vitest';
import { describeAbroad, describeRates } from './abroad-price.ts';

const none = { poundCents: null, dollarCents: null, euroCents: null, ratesOn: null };
const rates = { ...none, poundCents: 2_310, dollarCents: 1_765, ratesOn: '2026-11-20' };

it.each([
  [300_000, 'about £130 / $170'],
  [45_001, 'about £19 / $25'],
  [5_000, 'about £2.16 / $2.83'],
  [10_000_000, 'about £4,329 / $5,666'],
  [null, null],
])('writes %j cents in other currencies', (cents, words) => {
  expect(describeAbroad(cents, rates)).toBe(words);
});

it('says nothing without rates', () => {
  expect(describeAbroad(300_000, none)).toBeNull();
  expect(describeRates(none)).toBeNull();
});

it('says that the amounts are a guide, and the day of the rates', () => {
  expect(describeRates(rates)).toBe(
    'You pay in rand: amounts in other currencies are a guide, at rates of Fri, 20 Nov 2026.',
  );
});
