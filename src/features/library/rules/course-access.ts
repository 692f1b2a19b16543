import { type AccessTerms, isOpen, toOpening } from '#features/customers/rules/index.ts';

/** Whether a customer may open a course now, by everything that they were given for it. */
export type CourseAccess =
  | { kind: 'open'; endsAt: Date | null }
  | { kind: 'later' | 'ended' | 'revoked'; at: Date };

const latest = (dates: Date[]) => new Date(Math.max(...dates.map(Number)));
const earliest = (dates: Date[]) => new Date(Math.min(...dates.map(Number)));

/** Returns the access to a course of at least one entitlement. The one that gives most counts. */
export function findCourseAccess(given: readonly AccessTerms[], now: Date): CourseAccess {
  const open = given.filter((terms) => isOpen(terms, now));
  const ends = open.flatMap(({ endsAt }) => endsAt ?? []);
  if (open.length > 0)
    return { kind: 'open', endsAt: ends.length < open.length ? null : latest(ends) };
  const coming = given.filter(({ revokedAt, startsAt }) => revokedAt === null && startsAt > now);
  if (coming.length > 0)
    return { kind: 'later', at: earliest(coming.map(({ startsAt }) => startsAt)) };
  const over = given
    .map(({ revokedAt, endsAt }) =>
      revokedAt && !(endsAt && endsAt <= revokedAt)
        ? { kind: 'revoked' as const, at: revokedAt }
        : { kind: 'ended' as const, at: endsAt ?? now },
    )
    .toSorted((one, other) => Number(other.at) - Number(one.at));
  return over[0] ?? { kind: 'ended', at: now };
}

/** Returns the entitlements by which a lesson is open now, the one that lasts longest first. */
export const findOpenTerms = <Terms extends AccessTerms>(
  given: readonly Terms[],
  { opensAfterDays }: { opensAfterDays: number },
  now: Date,
): Terms[] => {
  const lasts = ({ endsAt }: AccessTerms) => endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return given
    .filter((terms) => isOpen(terms, now) && toOpening(terms.startsAt, opensAfterDays) <= now)
    .toSorted((one, other) => lasts(other) - lasts(one));
};

/** Returns when a lesson of an open course opens. */
export const findOpening = (
  given: readonly AccessTerms[],
  { opensAfterDays }: { opensAfterDays: number },
  now: Date,
): Date =>
  earliest(
    given
      .filter((terms) => isOpen(terms, now))
      .map(({ startsAt }) => toOpening(startsAt, opensAfterDays)),
  );
