import { describe, expect, it } from 'vitest';
import { describeAccess, describeProgress, describeUse, toAccessState } from './access-state.ts';

const at = (text: string) => new Date(text);
const terms = { startsAt: at('2030-01-07T08:00:37.265Z'), endsAt: null, revokedAt: null };
const end = at('2030-04-07T08:00:37.265Z');

it.each([
  ['2030-01-07T08:00:37.264Z', terms, 'later'],
  ['2030-01-07T08:00:37.265Z', terms, 'open'],
  ['2099-01-07T08:00:00Z', terms, 'open'],
  ['2030-04-07T08:00:37.264Z', { ...terms, endsAt: end }, 'open'],
  ['2030-04-07T08:00:37.265Z', { ...terms, endsAt: end }, 'ended'],
  ['2030-02-07T08:00:00Z', { ...terms, revokedAt: end }, 'taken'],
] as const)('at %s, an access of %j is %s', (now, given, state) =>
  expect(toAccessState(given, at(now))).toBe(state),
);

describe('an access in words', () => {
  const words = {
    state: 'open',
    startsOn: '7 January 2030',
    endsOn: null,
    takenOn: null,
    reason: null,
  } as const;
  it.each([
    [{}, 'Open since 7 January 2030, without an end.'],
    [{ endsOn: '6 April 2030' }, 'Open since 7 January 2030, until 6 April 2030.'],
    [{ state: 'later' }, 'Opens on 7 January 2030, without an end.'],
    [{ state: 'ended', endsOn: '6 April 2030' }, 'Ended on 6 April 2030.'],
    [
      { state: 'taken', takenOn: '9 January 2030', reason: 'Shared the link' },
      'Taken away on 9 January 2030: Shared the link',
    ],
    [{ state: 'taken', takenOn: '9 January 2030' }, 'Taken away on 9 January 2030.'],
  ] as const)('%j: %s', (changes, text) =>
    expect(describeAccess({ ...words, ...changes })).toBe(text),
  );
});

it.each([
  [{ lessons: 0, opened: 0, seconds: 0, watchedSeconds: 0 }, 'The course has no lessons yet.'],
  [{ lessons: 1, opened: 1, seconds: 0, watchedSeconds: 0 }, 'Opened 1 of 1 lesson.'],
  [
    { lessons: 6, opened: 3, seconds: 1_000, watchedSeconds: 354 },
    'Opened 3 of 6 lessons, watched 35\u00A0%.',
  ],
])('%j: %s', (progress, text) => expect(describeProgress(progress)).toBe(text));

it('the use of a package is described, also once it is over', () => {
  expect(describeUse({ granted: 7, used: 3 })).toBe('7 sessions: 3 booked or used, 4 left.');
  expect(describeUse({ granted: 1, used: 0 }, true)).toBe(
    '1 session: 0 booked or used, 1 not used.',
  );
});
