import { describe, expect, it } from 'vitest';
import {
  dayInZone,
  describeTimeZone,
  formatClock,
  formatDateAndClock,
  formatLongDate,
  formatShortTime,
  isNight,
  nameTimeZone,
} from './time-zone.ts';
import { isTimeZone } from './zoned-time.ts';

const evening = new Date('2026-11-24T16:00:00Z');

describe('one instant', () => {
  it.each([
    ['Africa/Johannesburg', '6:00 PM', '18:00', 'Tuesday, 24 November 2026'],
    ['America/New_York', '11:00 AM', '11:00', 'Tuesday, 24 November 2026'],
    ['Asia/Kathmandu', '9:45 PM', '21:45', 'Tuesday, 24 November 2026'],
    ['Australia/Sydney', '3:00 AM', '03:00', 'Wednesday, 25 November 2026'],
  ])('one instant in %s', (timeZone, short, clock, date) => {
    expect(formatShortTime(evening, timeZone)).toBe(short);
    expect(formatClock(evening, timeZone)).toBe(clock);
    expect(formatLongDate(evening, timeZone)).toBe(date);
  });

  it('one instant names its time zone with the offset of that day', () => {
    expect(describeTimeZone('America/New_York', evening)).toBe('America/New York (GMT−5)');
    const summer = new Date('2026-07-01T16:00:00Z');
    expect(describeTimeZone('America/New_York', summer)).toBe('America/New York (GMT−4)');
    for (const name of ['Asia/Kathmandu', 'Asia/Katmandu'])
      expect(describeTimeZone(name, evening)).toBe('Asia/Kathmandu (GMT+5:45)');
  });

  it('one instant has names that can be entered again', () => {
    const names = Intl.supportedValuesOf('timeZone').map(nameTimeZone);
    expect(names.filter((name) => !isTimeZone(name.replaceAll(' ', '_')))).toEqual([]);
  });
});

it('an instant is shown in another time zone with the local day', () => {
  const instant = '2026-11-23T22:30:00Z';
  expect(formatDateAndClock(instant, 'Africa/Johannesburg')).toBe('Tue, 24 Nov 2026, 00:30');
  expect(formatDateAndClock(instant, 'America/New_York')).toBe('Mon, 23 Nov 2026, 17:30');
  expect(dayInZone(instant, 'Africa/Johannesburg')).toBe('2026-11-24');
  expect(dayInZone(instant, 'America/New_York')).toBe('2026-11-23');
});

it.each([
  ['Africa/Johannesburg', '19:59', false],
  ['Africa/Johannesburg', '20:00', true],
  ['Africa/Johannesburg', '04:59', true],
  ['Africa/Johannesburg', '05:00', false],
  ['Asia/Tokyo', '16:00', true],
  ['America/New_York', '16:00', false],
])('in the zone %s at %s UTC, night is %s', (timeZone, clock, expected) => {
  expect(isNight(`2026-11-24T${clock}:00Z`, timeZone)).toBe(expected);
});
