import { expect, it } from 'vitest';
import { compareTexts, isDifferent } from './compare-texts.ts';

const begun = { title: 'Gold', time: '18:30', location: 'Online', description: 'Bring a chart' };
const fields = { title: 'Title', time: 'Time', location: 'Location', description: 'Description' };

it('finds what was changed on both sides, here alone and there alone, and nothing else', () => {
  const mine = { ...begun, title: 'Gold, once', location: 'The library' };
  const theirs = { ...begun, title: 'Gold, twice', time: '19:00' };
  expect(compareTexts(fields, { begun, mine, theirs })).toEqual([
    { name: 'title', label: 'Title', mine: 'Gold, once', theirs: 'Gold, twice', isMine: true },
    { name: 'time', label: 'Time', mine: '18:30', theirs: '19:00', isMine: false },
    { name: 'location', label: 'Location', mine: 'The library', theirs: 'Online', isMine: true },
  ]);
});

it('takes what is missing for empty: a form leaves out what was emptied', () => {
  const { location: _, ...mine } = begun;
  expect(compareTexts(fields, { begun, mine, theirs: begun })).toMatchObject([
    { name: 'location', mine: '', theirs: 'Online', isMine: true },
  ]);
  expect(isDifferent(mine, begun)).toBe(true);
  expect(isDifferent(mine, { ...mine, location: '' })).toBe(false);
});

it('says the same of both when both have changed it to the same', () => {
  const changed = { ...begun, title: 'Silver' };
  expect(compareTexts(fields, { begun, mine: changed, theirs: changed })).toEqual([]);
});
