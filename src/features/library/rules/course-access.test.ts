import { describe, expect, it } from 'vitest';
import type { AccessTerms } from '#features/customers/rules/index.ts';
import { findCourseAccess, findOpening, findOpenTerms } from './course-access.ts';

const now = new Date('2026-03-14T09:26:37.265Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

const terms = (from: number, to: number | null = null, revoked: number | null = null) =>
  ({
    startsAt: inDays(from),
    endsAt: to === null ? null : inDays(to),
    revokedAt: revoked === null ? null : inDays(revoked),
  }) satisfies AccessTerms;

describe('access to a course', () => {
  it.each<[string, AccessTerms[], object]>([
    ['is open for ever', [terms(-3)], { kind: 'open', endsAt: null }],
    ['is open until its end', [terms(-3, 2)], { kind: 'open', endsAt: inDays(2) }],
    [
      'lasts as long as the longest',
      [terms(-3, 2), terms(-1, 7)],
      { kind: 'open', endsAt: inDays(7) },
    ],
    ['is for ever if one is', [terms(-3, 2), terms(-1)], { kind: 'open', endsAt: null }],
    ['ends at its end', [terms(-3, 0)], { kind: 'ended', at: now }],
    ['starts later', [terms(-9, -3), terms(2)], { kind: 'later', at: inDays(2) }],
    ['is taken back', [terms(-9, null, -3)], { kind: 'revoked', at: inDays(-3) }],
    ['is taken back before its end', [terms(-9, 4, -3)], { kind: 'revoked', at: inDays(-3) }],
    ['has ended before it is taken back', [terms(-9, -4, -3)], { kind: 'ended', at: inDays(-4) }],
    [
      'is what happened last',
      [terms(-9, -4), terms(-9, null, -3)],
      { kind: 'revoked', at: inDays(-3) },
    ],
    [
      'is open although another was taken back',
      [terms(-9, null, -3), terms(-1)],
      { kind: 'open', endsAt: null },
    ],
  ])('%s', (_, given, access) => {
    expect(findCourseAccess(given, now)).toEqual(access);
  });
});

describe('a lesson', () => {
  const lesson = { opensAfterDays: 3 };

  it('opens by the entitlement that lasts longest', () => {
    const [short, long, late] = [terms(-5, 2), terms(-4, 7), terms(-1)];
    expect(findOpenTerms([short, late, long], lesson, now)).toEqual([long, short]);
  });

  it('opens days after the earliest open entitlement', () => {
    expect(findOpening([terms(-9, -4), terms(-2), terms(-1)], lesson, now)).toEqual(inDays(1));
    expect(findOpenTerms([terms(-3)], lesson, now)).toHaveLength(1);
    expect(findOpenTerms([terms(-2)], lesson, now)).toEqual([]);
  });
});
