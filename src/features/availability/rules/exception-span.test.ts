import { describe, expect, it } from 'vitest';
import {
  describeHours,
  describeSpan,
  extraHoursForm,
  isOnDay,
  isWholeDay,
  timeOffForm,
  toTimeOffTexts,
} from './availability-exception.ts';
import { extraHoursSpans, timeOffSpan } from './exception-span.ts';
import type { Span } from './slots.ts';

const zone = 'Africa/Johannesburg';
const iso = ({ from, to }: Span) => [from, to].map((instant) => instant.toISOString().slice(0, 16));
const texts = ({ from, to }: Span) => ({
  starts_at: from.toISOString(),
  ends_at: to.toISOString(),
});

const timeOff = (values: Record<string, string>) => timeOffSpan(timeOffForm.parse(values), zone);
const extra = (values: Record<string, unknown>, timeZone = zone) =>
  extraHoursSpans(extraHoursForm.parse(values), timeZone);

const week = timeOff({ from: '2030-01-07', to: '2030-01-11' });
const afternoon = timeOff({ from: '2030-01-08', to: '2030-01-08', start_time: '14:00' });
const trip = timeOff({
  from: '2030-01-08',
  to: '2030-01-09',
  start_time: '20:00',
  end_time: '12:30',
});
const [evening = week] = extra({ date: '2030-01-10', from: 18, to: 24 });

describe('time off', () => {
  it('time off consists of whole days, both included, unless it has times', () => {
    expect(iso(week)).toEqual(['2030-01-06T22:00', '2030-01-11T22:00']);
    expect(iso(afternoon)).toEqual(['2030-01-08T12:00', '2030-01-08T22:00']);
    expect(iso(trip)).toEqual(['2030-01-08T18:00', '2030-01-09T10:30']);
  });

  it('time off has as many hours as its days', () => {
    const day = timeOffForm.parse({ from: '2027-03-28', to: '2027-03-28' });
    const { from, to } = timeOffSpan(day, 'Europe/Berlin');
    expect(to.getTime() - from.getTime()).toBe(23 * 3_600_000);
  });

  it.each([
    [{ from: '', to: '2030-01-08' }, 'from', 'A date is required.'],
    [{ from: '2030-01-09', to: '2030-01-08' }, 'to', 'The last day is before the first.'],
    [{ from: '2030-01-01', to: '2031-01-02' }, 'to', 'Choose a year or less.'],
    [
      { from: '2030-01-08', to: '2030-01-08', start_time: '14:00', end_time: '14:00' },
      'end_time',
      'The end must be after the start.',
    ],
    [
      { from: '2030-01-08', to: '2030-01-08', start_time: '2 pm' },
      'start_time',
      'Enter a time, e.g. 14:00.',
    ],
  ])('time off is rejected as %j', (values, field, message) => {
    const { error } = timeOffForm.safeParse(values);
    expect(error?.issues).toContainEqual(expect.objectContaining({ path: [field], message }));
  });
});

describe('extra hours', () => {
  it('extra hours are on one day, until its end at most', () => {
    expect(iso(evening)).toEqual(['2030-01-10T16:00', '2030-01-10T22:00']);
  });

  it('extra hours have the same local times on every day up to the last', () => {
    const days = { date: '2027-03-27', last_date: '2027-03-29', from: 9, to: 11 };
    expect(extra(days, 'Europe/Berlin').map(iso)).toEqual([
      ['2027-03-27T08:00', '2027-03-27T10:00'],
      ['2027-03-28T07:00', '2027-03-28T09:00'],
      ['2027-03-29T07:00', '2027-03-29T09:00'],
    ]);
  });

  it.each([
    [{ from: 18, to: 18 }, 'to', 'The end must be after the start.'],
    [{ from: 18, to: 25 }, 'to', 'Choose an hour.'],
    [{ last_date: '2030-01-09' }, 'last_date', 'The last day is before the first.'],
    [{ last_date: '2030-02-10' }, 'last_date', 'Choose a month or less.'],
    [{ last_date: 'Friday' }, 'last_date', 'Enter a date.'],
  ])('extra hours are rejected as %j', (values, field, message) => {
    const { error } = extraHoursForm.safeParse({ date: '2030-01-10', from: 18, to: 20, ...values });
    expect(error?.issues).toContainEqual(expect.objectContaining({ path: [field], message }));
  });
});

describe('in words', () => {
  it.each([
    [week, 'Mon, 7 Jan 2030 to Fri, 11 Jan 2030'],
    [timeOff({ from: '2030-01-08', to: '2030-01-08' }), 'Tue, 8 Jan 2030'],
    [afternoon, 'Tue, 8 Jan 2030, 14:00 to 24:00'],
    [trip, 'Tue, 8 Jan 2030, 20:00 to Wed, 9 Jan 2030, 12:30'],
    [evening, 'Thu, 10 Jan 2030, 18:00 to 24:00'],
  ])('%j is %s', (span, words) => {
    expect(describeSpan(texts(span), zone)).toBe(words);
  });

  it('describes the part of a span on a day', () => {
    const days = ['2030-01-07', '2030-01-08', '2030-01-09', '2030-01-10'];
    expect(days.map((day) => isOnDay(texts(trip), day, zone))).toEqual([false, true, true, false]);
    expect(describeHours(texts(trip), '2030-01-08', zone)).toBe('20:00 to 24:00');
    expect(describeHours(texts(trip), '2030-01-09', zone)).toBe('00:00 to 12:30');
    expect(isWholeDay(texts(trip), '2030-01-08', zone)).toBe(false);
    expect(isWholeDay(texts(trip), '2030-01-09', zone)).toBe(false);
    expect(isWholeDay(texts(week), '2030-01-07', zone)).toBe(true);
    expect(isWholeDay(texts(week), '2030-01-11', zone)).toBe(true);
    expect(isOnDay(texts(week), '2030-01-12', zone)).toBe(false);
  });
});

it.each([
  { from: '2030-01-08', to: '2030-01-08', start_time: null, end_time: null },
  { from: '2030-01-08', to: '2030-01-10', start_time: '18:30', end_time: null },
  { from: '2030-01-08', to: '2030-01-09', start_time: null, end_time: '12:15' },
])('time off of %j is edited as entered', (timeOff) => {
  const { from, to } = timeOffSpan(timeOff, zone);
  const span = { starts_at: from.toISOString(), ends_at: to.toISOString() };
  const { start_time, end_time, ...days } = timeOff;
  expect(toTimeOffTexts(span, zone)).toEqual({
    ...days,
    start_time: start_time ?? '',
    end_time: end_time ?? '',
  });
});
