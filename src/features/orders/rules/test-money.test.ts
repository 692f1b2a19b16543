import { expect, it } from 'vitest';
import { describeTestMoney } from './test-money.ts';

it.each([
  [45_001, 0, null],
  [45_001, 45_001, 'TEST: this was paid with test keys. No real money moved.'],
  [245_001, 45_001, 'TEST: R450.01 of this was paid with test keys. No real money moved for it.'],
])('says of %i cents with %i test cents what is true', (receivedCents, testCents, text) => {
  expect(describeTestMoney({ receivedCents, testCents })).toBe(text);
});
