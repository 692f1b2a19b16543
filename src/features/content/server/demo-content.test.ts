import { expect, it } from 'vitest';
import { formatDayOfWeek } from '#rules/calendar-day.ts';
import { datedRecords } from './demo-content.ts';

/** The week around a new year. */
const week = ['28', '29', '30', '31'].map((day) => `2026-12-${day}`);
const installedOn = [...week, '2027-01-01', '2027-01-02', '2027-01-03'];

it.each(installedOn)('an event that names a weekday is on that day, after %s', (today) => {
  const { events } = datedRecords(today);
  const saturday = events.find(({ title }) => title.includes('Saturday'));
  expect(formatDayOfWeek(saturday?.date ?? '')).toMatch(/^Saturday, /);
  expect(events.every(({ date }) => date > today)).toBe(true);
});
