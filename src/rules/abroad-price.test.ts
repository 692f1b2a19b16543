import { expect, it } from 'vitest';
import { describeAbroad, describePayingAbroad } from './abroad-price.ts';

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
  expect(describePayingAbroad(none, { takesCards: false })).toBeNull();
});

it('says how to pay from abroad, and the day of the rates', () => {
  expect(describePayingAbroad(none, { takesCards: true })).toBe('Pay by card from any country.');
  expect(describePayingAbroad(rates, { takesCards: true })).toBe(
    'Pay by card from any country. You pay in rand: amounts in other currencies are a guide, at rates of Fri, 20 Nov 2026.',
  );
});
