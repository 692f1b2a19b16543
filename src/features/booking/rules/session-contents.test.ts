import { expect, it } from 'vitest';
import { describeExtent } from './session-contents.ts';

it.each([
  [{ sessions: null, length: '15 min', minutes: 15 }, '15 min'],
  [{ sessions: 1, length: '1 hour', minutes: 60 }, '1 hour'],
  [{ sessions: 5, length: null, minutes: 90 }, '5 sessions of 90 minutes'],
  [{ sessions: 5, length: 'an hour', minutes: 60 }, '5 sessions of an hour'],
  [
    { sessions: 4, length: null, minutes: 45, validMonths: 7 },
    '4 sessions of 45 minutes, to book within 7 months',
  ],
  [
    { sessions: 2, length: '1 hour', minutes: 60, validMonths: 1 },
    '2 sessions of 1 hour, to book within a month',
  ],
  [{ sessions: 1, length: '1 hour', minutes: 60, validMonths: 7 }, '1 hour'],
  [{ sessions: null, length: null, minutes: 60 }, null],
])('says how long a session type takes: %j', (option, text) => {
  expect(describeExtent(option)).toBe(text);
});
