import { expect, it } from 'vitest';
import { readMoment } from './calendar-times.ts';
import { readCalendarZones } from './calendar-zones.ts';
import { followRule } from './repetitions.ts';

const zones = readCalendarZones([], 'UTC', 0);

/** Returns the starts in 2027. */
const follow = (rule: string, start = '20270112T160000') =>
  followRule(rule, readMoment({ name: 'DTSTART', parameters: '', value: start }, zones), {
    zones,
    from: Date.parse('2027-01-01'),
    to: Date.parse('2028-01-01'),
  }).map(({ at }) => new Date(at).toISOString().slice(0, 16));

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
    'a first of a month that is the first Friday of a year',
    'FREQ=YEARLY;BYMONTHDAY=1;BYDAY=1FR',
    '20210101T160000',
    ['2027-01-01'],
  ],
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
    'weekdays since years ago',
    'FREQ=WEEKLY;BYDAY=FR,TU;UNTIL=20270110',
    '19970101T160000',
    ['2027-01-01', '2027-01-05', '2027-01-08'],
  ],
  [
    'every third day since years ago',
    'INTERVAL=3;FREQ=DAILY;COUNT=4020;WKST=SU',
    '19940101T160000',
    ['2027-01-02', '2027-01-05'],
  ],
  [
    'every other week since years ago',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=784',
    '19970107T160000',
    ['2027-01-12'],
  ],
  [
    'since years ago',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270120T000000Z',
    '19970107T160000',
    ['2027-01-12'],
  ],
])('follows the rule of %s', (_, rule, start, days) => {
  expect(follow(rule, start)).toEqual(days.map((day) => `${day}T16:00`));
});

it.each([
  ['FREQ=SECONDLY', 'too often'],
  ['FREQ=MINUTELY;COUNT=900000000', 'too often'],
  [`FREQ=DAILY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]}`, 'too often'],
  ['', 'can’t be read'],
  ['COUNT=3', 'can’t be read'],
  ['FREQ=FORTNIGHTLY', 'can’t be read'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'can’t be read'],
  ['FREQ=WEEKLY;BYMONTHDAY=14', 'can’t be read'],
  ['FREQ=WEEKLY;INTERVAL=0', 'can’t be read'],
  ['FREQ=MONTHLY;BYSETPOS=1', 'can’t be read'],
  ['FREQ=WEEKLY;UNTIL=soon', 'is not a date'],
])('gives up the rule %s', (rule, reason) => {
  expect(() => follow(rule)).toThrow(reason);
});
