import { formatDateAndClock } from './time-zone.ts';
import { instant, z } from './zod.ts';

const noTime = 'Choose a date and a time.';

/**
 * From when on visitors see something, as the admin says it: from an instant on, at once (`now`, on
 * the server's clock), or not yet (`null`, a draft). Left out, it is at once for what is new, and
 * stays as it is for what is there.
 */
export const publication = z
  .union([z.literal('now'), z.null(), instant(noTime)], noTime)
  .optional();
export type Publication = z.output<typeof publication>;

/** What is said of an instant that has passed. */
export const passedPublication = 'This time is in the past. Choose a later one, or publish now.';

type PublicationState = 'draft' | 'scheduled' | 'published';

/** Returns whether visitors see something yet. `publishedAt` is an instant in UTC, or nothing for a draft. */
export function publicationState(publishedAt: Date | string | null, now: Date): PublicationState {
  if (publishedAt === null) return 'draft';
  return new Date(publishedAt) > now ? 'scheduled' : 'published';
}

/** Returns what a card says of it: `Draft`, or `From Fri, 27 Nov 2026, 08:00 SAST`; nothing for what everybody sees. */
export function describePublication(
  publishedAt: Date | string | null,
  { now, timeZone, label }: { now: Date; timeZone: string; label: string },
): string | undefined {
  if (publishedAt === null) return 'Draft';
  if (publicationState(publishedAt, now) === 'published') return undefined;
  return `From ${formatDateAndClock(publishedAt, timeZone)} ${label}`;
}
