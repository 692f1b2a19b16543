import { expect, it } from 'vitest';
import { describeFreeTimes, describeSession, describeSlot } from './slot-text.ts';

const mentor = { timeZone: 'Africa/Johannesburg', timeZoneLabel: 'SAST' };
const evening = new Date('2026-11-24T16:00:00Z');

it.each([
  ['Africa/Johannesburg', '6:00 PM'],
  ['Europe/London', '4:00 PM · 18:00 SAST'],
  ['Asia/Kathmandu', '9:45 PM · 18:00 SAST'],
  ['Australia/Sydney', '3:00 AM · 18:00 SAST, Tue'],
])('a slot in %s is %s', (timeZone, text) => {
  expect(describeSlot(evening, timeZone, mentor)).toBe(text);
});

it('lists the free times of a date in the chosen time zone', () => {
  const later = new Date('2026-11-24T18:00:00Z');
  expect(describeFreeTimes([evening.toISOString(), later.toISOString()], 'Asia/Kathmandu')).toBe(
    'Available on Tuesday, 24 November 2026: 9:45 PM, 11:45 PM. Times are in Asia/Kathmandu (GMT+5:45).',
  );
  expect(describeFreeTimes([], 'Europe/London')).toBe('No available times on that date.');
});

it.each([
  [true, '03:00', '18:00 SAST'],
  [false, '3:00 AM', '6:00 PM SAST'],
])(
  'describes a session in both time zones, or in the shared one (24 hours: %s)',
  (is24Hours, own, mentorsTime) => {
    const describe = (zone: string | null) => describeSession(evening, zone, mentor, is24Hours);
    const mentors = {
      date: 'Tuesday, 24 November 2026',
      time: mentorsTime,
      zone: 'Africa/Johannesburg (GMT+2)',
    };
    expect(describe('Australia/Sydney')).toEqual([
      { date: 'Wednesday, 25 November 2026', time: own, zone: 'Australia/Sydney (GMT+11)' },
      mentors,
    ]);
    expect(describe('Africa/Johannesburg')).toEqual([mentors]);
    expect(describe(null)).toEqual([mentors]);
  },
);
