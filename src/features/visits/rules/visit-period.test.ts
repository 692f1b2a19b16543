import { expect, it } from 'vitest';
import { readChosenPeriod, toPresetPeriod } from './visit-period.ts';

const read = (search: string) => readChosenPeriod(new URLSearchParams(search), '2030-01-10');

it.each([
  ['4-weeks', '2029-12-17'],
  ['12-weeks', '2029-10-22'],
  ['year', '2030-01-01'],
  ['12-months', '2029-01-08'],
] as const)('%s starts on a comparable day', (preset, from) => {
  expect(toPresetPeriod(preset, '2030-01-10')).toEqual({ from, to: '2030-01-10' });
});

it('a Sunday belongs to the week before it', () => {
  expect(toPresetPeriod('4-weeks', '2030-01-13').from).toBe('2029-12-17');
});

it('reads the period from the URL, and falls back to the default', () => {
  expect(read('').preset).toBe('12-weeks');
  expect(read('period=4-weeks').preset).toBe('4-weeks');
  expect(read('period=toString').preset).toBe('12-weeks');
  expect(read('from=2029-01-01&to=2029-02-01')).toEqual({
    preset: undefined,
    period: { from: '2029-01-01', to: '2029-02-01' },
    problem: undefined,
  });
});

it.each([
  ['from=2029-02-01&to=2029-01-01', 'The end is before the start.'],
  ['from=2029-02-01', 'Enter a date.'],
  ['from=2020-01-01&to=2029-01-01', 'Choose five years or less.'],
])('explains what is wrong with %s', (search, problem) => {
  expect(read(search).problem).toBe(problem);
  expect(read(search).period.to).toBe('2030-01-10');
});
