import { describe, expect, it } from 'vitest';
import { areMonthsFirst, findDate } from './written-date.ts';

describe('a date of a statement', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/01/31', '2026-01-31'],
    ['2026/1/5', '2026-01-05'],
    ['20260131', '2026-01-31'],
    ['31/01/2026', '2026-01-31'],
    ['05/04/2026', '2026-04-05'],
    ['31-01-2026', '2026-01-31'],
    ['31.01.26', '2026-01-31'],
    ['31Jan2026', '2026-01-31'],
    ['31-Jan-26', '2026-01-31'],
    ['31 Jan 2026', '2026-01-31'],
    ['3 September 2026', '2026-09-03'],
    ['1 Mei 2026', '2026-05-01'],
    ['2026-01-31T10:15:00', '2026-01-31'],
    ['31/01/2026 10:15', '2026-01-31'],
    [' 29/02/2024 ', '2024-02-29'],
    ['Jan 31, 2026', '2026-01-31'],
    ['January 31st 2026', '2026-01-31'],
    ['Sat, 31 Jan 2026', '2026-01-31'],
    ['Saturday 31 January, 2026', '2026-01-31'],
    ['2026-Jan-31', '2026-01-31'],
    ['31 Maart 2026', '2026-03-31'],
    ['Jan 31, 2026, 10:15 AM', '2026-01-31'],
    ['2026-01-31 7:05', '2026-01-31'],
  ])('a date of a statement reads %j', (text, day) => {
    expect(findDate(text)).toBe(day);
  });

  it.each([
    '',
    'Date',
    '31 Jan',
    '2026',
    '12345',
    '31/02/2026',
    '29/02/2026',
    '01/13/2026',
    '00/01/2026',
    '2026-1301',
    '5 Foo 2026',
    '1500.00',
    '2026/01-31',
    '99999999',
  ])('a date of a statement does not read %j', (text) => {
    expect(findDate(text)).toBeUndefined();
  });

  it('takes a missing year from the last day of the statement', () => {
    const setting = { lastDay: '2027-01-12' };
    expect(findDate('05 Jan', setting)).toBe('2027-01-05');
    expect(findDate('12 Jan', setting)).toBe('2027-01-12');
    expect(findDate('13 Dec', setting)).toBe('2026-12-13');
  });
});

describe('a file with the month first', () => {
  it.each([
    [['01/31/2026', '02/01/2026'], true],
    [['31/01/2026', '02/01/2026'], false],
    [['01/02/2026', '02/01/2026'], false],
    [['01/31/2026', '31/01/2026'], false],
    [['2026/01/31'], false],
    [[], false],
  ])('%j: %j', (dates, isMonthFirst) => {
    expect(areMonthsFirst(dates)).toBe(isMonthFirst);
  });

  it('a file with the month first is read so', () => {
    expect(findDate('01/31/2026', { isMonthFirst: true })).toBe('2026-01-31');
  });
});
