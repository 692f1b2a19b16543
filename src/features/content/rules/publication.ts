import { formatDateAndClock } from '#rules/time-zone.ts';
import { instant, z } from '#rules/zod.ts';

const noTime = 'Choose a date and a time.';

/**
 * When visitors see a record: from an instant on, `now` (on the server's clock), or never (`null`,
 * a draft). If absent, a new record is published now, and an existing one does not change.
 */
export const publication = z
  .union([z.literal('now'), z.null(), instant(noTime)], noTime)
  .optional();
export type Publication = z.output<typeof publication>;

/** The error for a time in the past. */
export const publicationInPast = 'This time is in the past. Choose a later one, or publish now.';

type PublicationState = 'draft' | 'scheduled' | 'published';

/** Returns whether visitors see a record. `publishedAt` is an instant in UTC, or null for a draft. */
export function publicationState(publishedAt: Date | string | null, now: Date): PublicationState {
  if (publishedAt === null) return 'draft';
  return new Date(publishedAt) > now ? 'scheduled' : 'published';
}

/** Returns `Draft`, or `From Fri, 27 Nov 2026, 08:00 SAST`; nothing for a published record. */
export function describePublication(
  publishedAt: Date | string | null,
  { now, timeZone, label }: { now: Date; timeZone: string; label: string },
): string | undefined {
  if (publishedAt === null) return 'Draft';
  if (publicationState(publishedAt, now) === 'published') return undefined;
  return `From ${formatDateAndClock(publishedAt, timeZone)} ${label}`;
}
