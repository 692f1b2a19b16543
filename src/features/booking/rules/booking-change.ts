import type { Settlement } from '#rules/cancellation.ts';

/**
 * A move or a cancellation of a booking, as its row keeps it; by the site where a hold was not paid in
 * time. Instants are ISO texts in UTC.
 */
export interface BookingChange {
  /** A UUID, by which the history pages. */
  id: string;
  at: string;
  by: 'client' | 'mentor' | 'site';
  from: string;
  /** The new start; null for a cancellation. */
  to: string | null;
  /** The text that the author of the change added. */
  reason: string | null;
  /** What happens to the money, if a paid session was cancelled. */
  settlement?: Settlement;
}

interface NewChange extends Pick<BookingChange, 'by'> {
  settlement?: Settlement | undefined;
  at: Date;
  /** The new start; absent for a cancellation. */
  to?: Date;
  reason?: string | null;
}

/** Returns a booking's changes with a new one appended: who moved or cancelled it, when and why. */
export const noteChange = (
  { changes, startsAt }: { changes: readonly BookingChange[]; startsAt: Date },
  { by, at, to, reason = null, settlement }: NewChange,
): BookingChange[] => [
  ...changes,
  {
    id: crypto.randomUUID(),
    by,
    reason,
    at: at.toISOString(),
    from: startsAt.toISOString(),
    to: to?.toISOString() ?? null,
    ...(settlement && { settlement }),
  },
];

/** Returns the reason that the client gave for cancelling, if any. */
export const findCancellationReason = (changes: readonly BookingChange[]): string | null =>
  changes.findLast(({ by, to }) => by === 'client' && to === null)?.reason ?? null;

/** Returns what was said about the money of a session that is cancelled, if it was paid. */
export const findSettlement = (changes: readonly BookingChange[]): Settlement | undefined => {
  const latest = changes.at(-1);
  return latest?.to === null ? latest.settlement : undefined;
};
