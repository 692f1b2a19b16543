import { expect, it } from 'vitest';
import { describeSessionsLeft } from './sessions-left.ts';

const endsAt = new Date('2030-08-07T22:00:00Z');

it.each([
  [{ granted: 4, left: 3, endsAt: null }, '3 of 4 sessions of the package are left.'],
  [
    { granted: 4, left: 1, endsAt },
    '1 of 4 sessions of the package is left, to book until 7 August 2030.',
  ],
  [{ granted: 3, left: 0, endsAt }, 'All 3 sessions of the package are booked.'],
  [{ granted: 1, left: 0, endsAt }, 'The only session of the package is booked.'],
])('says what is left of a package: %j', (sold, words) => {
  expect(describeSessionsLeft(sold, 'Africa/Johannesburg')).toBe(words);
});
