import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, it } from 'vitest';
import { parseTime } from './calendar-times.ts';
import { followRule } from './repetitions.ts';
import { type Rule, walkDays } from './walk-days.ts';

const utc = (wall: number) => wall;
const midnight = (text: string) => Date.parse(`${text}T00:00:00Z`);
const follow = (
  rule: string,
  start = '20270112T160000',
  [from, to] = ['2027-01-01', '2028-01-01'],
) =>
  followRule(
    rule,
    { start: parseTime(start), clock: utc },
    { from: midnight(from), to: midnight(to) },
  ).map((wall) => new Date(wall).toISOString().slice(0, 16));

it.each([
  [
    'the last of some days',
    'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=3',
    '20270131T160000',
    ['2027-01-31', '2027-02-28', '2027-03-31'],
  ],
  [
    'the last working day',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2',
    '20270129T160000',
    ['2027-01-29', '2027-02-26'],
  ],
  [
    'the second day of a week',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2;COUNT=2',
    '20270113T160000',
    ['2027-01-13', '2027-01-20'],
  ],
  ['a weekday of a leap year', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '20200229T160000', []],
  [
    'with spaces, small letters and a semicolon at its end',
    'freq=daily; count=2;',
    '20270112T160000',
    ['2027-01-12', '2027-01-13'],
  ],
  [
    'two kinds of weekdays',
    'FREQ=YEARLY;BYDAY=1FR,TU;COUNT=3',
    '20270101T160000',
    ['2027-01-01', '2027-01-05', '2027-01-12'],
  ],
  [
    'a day of the year that is a weekday',
    'FREQ=YEARLY;BYYEARDAY=5,6;BYDAY=TU',
    '20210105T160000',
    ['2027-01-05'],
  ],
  [
    'a first of a month that is the first Friday of a year',
    'FREQ=YEARLY;BYMONTHDAY=1;BYDAY=1FR',
    '20210101T160000',
    ['2027-01-01'],
  ],
  ['a week of the year', 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR', '20210101T160000', ['2027-01-01']],
  [
    'every eight hours',
    'FREQ=HOURLY;INTERVAL=8;COUNT=3;BYHOUR=16',
    '20270112T160000',
    ['2027-01-12', '2027-01-13', '2027-01-14'],
  ],
  [
    'a count since years ago',
    'FREQ=DAILY;COUNT=3655',
    '20170101T160000',
    ['2027-01-01', '2027-01-02', '2027-01-03'],
  ],
  [
    'since years ago',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270120T000000Z',
    '19970107T160000',
    ['2027-01-12'],
  ],
])('follows %s', (_, rule, start, days) => {
  expect(follow(rule, start)).toEqual(days.map((day) => `${day}T16:00`));
});

it.each([
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'matches no date'],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31', 'matches no date'],
  ['FREQ=SECONDLY', 'too often'],
  ['FREQ=MINUTELY;COUNT=900000000', 'too often'],
  [`FREQ=DAILY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]}`, 'too often'],
  ['', 'can’t be read'],
  ['COUNT=3', 'can’t be read'],
  ['FREQ=FORTNIGHTLY', 'can’t be read'],
  ['FREQ=WEEKLY;BYDAY=', 'can’t be read'],
  ['FREQ=WEEKLY;BYDAY=MO,,TU', 'can’t be read'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'can’t be read'],
  ['FREQ=WEEKLY;BYMONTHDAY=14', 'can’t be read'],
  ['FREQ=WEEKLY;INTERVAL=0', 'can’t be read'],
  ['FREQ=WEEKLY;COUNT=0', 'can’t be read'],
  ['FREQ=WEEKLY;COUNT=2;COUNT=3', 'can’t be read'],
  ['FREQ=MONTHLY;BYDAY=6MO', 'can’t be read'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'can’t be read'],
  ['FREQ=MONTHLY;BYSETPOS=1', 'can’t be read'],
  ['FREQ=YEARLY;BYEASTER=1', 'can’t be read'],
  ['FREQ=WEEKLY;UNTIL=soon', 'is not a date'],
])('gives up %s', (rule, reason) => {
  expect(() => follow(rule)).toThrow(reason);
});

describe('a generated rule', () => {
  const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
  const some = <T>(values: fc.Arbitrary<T>) =>
    fc.option(fc.uniqueArray(values, { minLength: 1, maxLength: 4 }), { nil: undefined, freq: 2 });
  const signed = (most: number) => fc.integer({ min: -most, max: most }).filter((n) => n !== 0);
  const never = fc.constant(undefined);
  const day = fc.constantFrom(...weekdays);
  const nth = fc.tuple(signed(5), day).map((parts) => parts.join(''));

  const rules: fc.Arbitrary<Rule> = fc
    .constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const, 'YEARLY' as const)
    .chain((freq) =>
      fc.record({
        freq: fc.constant(freq),
        interval: fc.integer({ min: 1, max: 4 }),
        count: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(Number.POSITIVE_INFINITY)),
        weekStart: fc.constantFrom('MO', 'SU', 'WE'),
        byMonth: some(fc.integer({ min: 1, max: 12 })),
        byMonthDay: freq === 'WEEKLY' ? never : some(signed(31)),
        byYearDay: freq === 'YEARLY' ? some(signed(366)) : never,
        byDay: freq === 'DAILY' || freq === 'WEEKLY' ? some(day) : fc.oneof(some(day), some(nth)),
        byHour: some(fc.integer({ min: 0, max: 23 })),
        bySetPos: some(signed(4)),
      }),
    )
    .map((rule) => {
      const { freq, byMonth, byMonthDay, byYearDay, byDay, byHour } = rule;
      // The other program adds up what these parts select in a year, where one has to limit the other.
      if (freq === 'YEARLY' && byYearDay)
        return { ...rule, byMonthDay: undefined, byDay: undefined };
      const hasPlaces = byDay?.some((name) => name.length > 2);
      if (freq === 'YEARLY' && hasPlaces && !byMonth) return { ...rule, byMonthDay: undefined };
      const selects = byMonth ?? byMonthDay ?? byDay ?? byHour;
      return selects ? rule : { ...rule, bySetPos: undefined };
    });

  const print = ({ weekStart, count, ...rule }: Rule) =>
    Object.entries({ ...rule, wkst: weekStart, count: Number.isFinite(count) ? count : undefined })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key.toUpperCase()}=${value}`)
      .join(';');

  const window = { from: midnight('2026-12-01'), to: midnight('2027-06-01') };

  /** As another program follows it (rrule-temporal), which gives up a rule that fits no date. */
  function followElsewhere(rule: string, start: number): number[] {
    const began = new Date(start).toISOString().replaceAll(/[-:]|\.000/g, '');
    const rruleString = `DTSTART:${began}\nRRULE:${rule}`;
    try {
      return new RRuleTemporal({ rruleString, maxIterations: 1_000 })
        .between(new Date(window.from), new Date(window.to), true)
        .map(({ epochMilliseconds }) => epochMilliseconds);
    } catch (error) {
      expect(String(error)).toContain('Maximum iterations');
      return [];
    }
  }

  it('repeats as another program says, 10,000 times', () => {
    const starts = fc.integer({ min: midnight('2025-06-01') / 1000, max: window.to / 1000 });
    fc.assert(
      fc.property(rules, starts, (rule, seconds) => {
        const start = seconds * 1000;
        expect(walkDays(rule, start, window), print(rule)).toEqual(
          followElsewhere(print(rule), start),
        );
      }),
      { numRuns: 10_000, seed: 5545 },
    );
  }, 120_000);
});
