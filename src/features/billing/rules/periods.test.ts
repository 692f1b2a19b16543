import { describe, expect, it } from 'vitest';
import { describePeriod, listPeriods } from './periods.ts';
import { toPeriod } from './to-period.ts';

const inZone = (period: string, timeZone: string) => {
  const { from, to } = toPeriod(period, { timeZone });
  return [from.toISOString(), to.toISOString()];
};

describe('a period', () => {
  it.each([
    ['2026-11', 'November 2026', '2026-10-31T22:00:00.000Z', '2026-11-30T22:00:00.000Z'],
    ['2026-12', 'December 2026', '2026-11-30T22:00:00.000Z', '2026-12-31T22:00:00.000Z'],
    ['2026-q1', 'January to March 2026', '2025-12-31T22:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['2026-q4', 'October to December 2026', '2026-09-30T22:00:00.000Z', '2026-12-31T22:00:00.000Z'],
    ['2026', '2026', '2025-12-31T22:00:00.000Z', '2026-12-31T22:00:00.000Z'],
    // It has a 29 February.
    [
      'tax-2028',
      'March 2027 to February 2028',
      '2027-02-28T22:00:00.000Z',
      '2028-02-29T22:00:00.000Z',
    ],
  ])('%s is %s in the mentor’s zone', (period, words, from, to) => {
    expect(inZone(period, 'Africa/Johannesburg')).toEqual([from, to]);
    expect(describePeriod(period)).toBe(words);
  });

  it('a period follows a clock that changes within it', () => {
    expect(inZone('2026-q1', 'Europe/Berlin')).toEqual([
      '2025-12-31T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ]);
  });
});

describe('the list of periods', () => {
  it('the list of periods has every period since the first money, newest first', () => {
    expect(listPeriods('2025-12-31', '2026-03-01')).toEqual([
      { label: 'Months', periods: ['2026-03', '2026-02', '2026-01', '2025-12'] },
      { label: 'Quarters', periods: ['2026-q1', '2025-q4'] },
      { label: 'Tax years', periods: ['tax-2027', 'tax-2026'] },
      { label: 'Calendar years', periods: ['2026', '2025'] },
    ]);
  });

  it('the list of periods has the current month if the money has a later date', () => {
    expect(listPeriods('2026-12-01', '2026-11-28')[0]?.periods).toEqual(['2026-11']);
  });
});
