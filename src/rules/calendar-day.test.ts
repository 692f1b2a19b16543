import { describe, expect, it } from 'vitest';
import {
  formatDay,
  formatDayOfWeek,
  isCalendarDay,
  nearestDay,
  shiftMonth,
  weeksOfMonth,
} from './calendar-day.ts';

describe('the weeks of a month', () => {
  it.each([
    ['2026-11', '2026-10-26', '2026-12-06', 6],
    ['2027-02', '2027-02-01', '2027-02-28', 4],
    ['2026-06', '2026-06-01', '2026-07-05', 5],
  ])('%s start on %s and end on %s', (month, first, last, count) => {
    const weeks = weeksOfMonth(month);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual([first, last, count]);
    expect(weeks.flat().filter((day) => day.startsWith(month)).length).toBeGreaterThan(27);
  });
});

it('shifts months across years', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
  expect(shiftMonth('2026-01', -1)).toBe('2025-12');
});

it('formats a day like the platform', () => {
  const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
  for (const day of [...weeksOfMonth('2028-02').flat(), ...weeksOfMonth('2026-09').flat()]) {
    expect(formatDay(day)).toBe(long.format(new Date(day)));
    expect(formatDayOfWeek(day)).toBe(`${weekday.format(new Date(day))}, ${formatDay(day)}`);
  }
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}-05`;
    expect(formatDay(day)).toBe(long.format(new Date(day)));
  }
});

it('tells valid days from invalid ones', () => {
  expect(isCalendarDay('2028-02-29')).toBe(true);
  for (const text of ['2027-02-29', '2027-13-01', '2027-1-1', '2027-01-01x', '']) {
    expect(isCalendarDay(text)).toBe(false);
  }
});

it('the nearest day of a month is the earlier of two', () => {
  const dates = ['2027-02-03', '2027-02-26', '2027-02-28'];
  expect(nearestDay(dates, 31)).toBe('2027-02-28');
  expect(nearestDay(dates, 27)).toBe('2027-02-26');
  expect(nearestDay(dates, 1)).toBe('2027-02-03');
  expect(nearestDay([], 1)).toBeUndefined();
});
