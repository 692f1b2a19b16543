/** Where access to a course comes from. */
export const accessSources = ['order', 'mentor', 'import'] as const;
export type AccessSource = (typeof accessSources)[number];

/** What decides whether access to a course is open. */
export interface AccessTerms {
  startsAt: Date;
  /** Null: for ever. */
  endsAt: Date | null;
  revokedAt: Date | null;
}

/** Returns whether access is open at an instant. The end is not included. */
export const isOpen = ({ startsAt, endsAt, revokedAt }: AccessTerms, at: Date): boolean =>
  revokedAt === null && startsAt <= at && (endsAt === null || at < endsAt);

const dayMs = 86_400_000;

/** Returns when access ends that starts at an instant; null for ever. */
export const toAccessEnd = (startsAt: Date, days: number | null): Date | null =>
  days === null ? null : new Date(+startsAt + days * dayMs);

/** Returns when a lesson opens for an entitlement that started at an instant. */
export const toOpening = (startsAt: Date, opensAfterDays: number): Date =>
  new Date(+startsAt + opensAfterDays * dayMs);
