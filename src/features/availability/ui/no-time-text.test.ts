import { expect, it } from 'vitest';
import { describeEmptyMonth, describeLostTime } from './no-time-text.ts';

it('says whether the session is too long or the time is taken', () => {
  const evening = new Date('2026-11-24T16:00:00Z');
  const zone = 'Africa/Johannesburg';
  expect(describeLostTime(evening, 90, zone, false)).toBe(
    '6:00 PM isn’t available for a session of 90 minutes. Please choose another time.',
  );
  expect(describeLostTime(evening, 60, zone, true)).toBe(
    '18:00 is no longer available. Please choose another time.',
  );
});

it('mentions the length of a long session in a month without free times', () => {
  expect(describeEmptyMonth(480)).toBe('No available times this month for a session of 8 hours.');
  expect(describeEmptyMonth(15)).toBe('No available times this month.');
});
