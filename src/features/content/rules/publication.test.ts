import { describe, expect, it } from 'vitest';
import { describePublication, publication, publicationState } from './publication.ts';

const now = new Date('2026-11-23T08:00:00Z');
const clock = { now, timeZone: 'Africa/Johannesburg', label: 'SAST' };

describe('publication', () => {
  it.each([
    [null, 'draft', 'Draft'],
    ['2026-11-27T06:00:00Z', 'scheduled', 'From Fri, 27 Nov 2026, 08:00 SAST'],
    ['2026-11-23T08:00:00.001Z', 'scheduled', 'From Mon, 23 Nov 2026, 10:00 SAST'],
    ['2026-11-23T08:00:00Z', 'published', undefined],
    ['2026-11-01T08:00:00Z', 'published', undefined],
  ] as const)('publication at %s is %s: %s', (at, state, words) => {
    expect(publicationState(at, now)).toBe(state);
    expect(describePublication(at, clock)).toBe(words);
  });
});

it('a publication is an instant, now, a draft, or not given', () => {
  expect(publication.parse('now')).toBe('now');
  expect(publication.parse(null)).toBeNull();
  expect(publication.parse(undefined)).toBeUndefined();
  expect(publication.parse('2026-11-27T08:00:00+02:00')).toEqual(new Date('2026-11-27T06:00:00Z'));
  for (const nonsense of ['', 'soon', '2026-11-27', 5]) {
    const [issue] = publication.safeParse(nonsense).error?.issues ?? [];
    expect(issue?.message).toBe('Choose a date and a time.');
  }
});
