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
}

interface NewChange extends Pick<BookingChange, 'by'> {
  at: Date;
  /** The new start; absent for a cancellation. */
  to?: Date;
  reason?: string | null;
}

/** Returns a booking's changes with a new one appended: who moved or cancelled it, when and why. */
export const noteChange = (
  { changes, startsAt }: { changes: readonly BookingChange[]; startsAt: Date },
  { by, at, to, reason = null }: NewChange,
): BookingChange[] => [
  ...changes,
  {
    id: crypto.randomUUID(),
    by,
    reason,
    at: at.toISOString(),
    from: startsAt.toISOString(),
    to: to?.toISOString() ?? null,
  },
];

/** Returns the reason that the client gave for cancelling, if any. */
export const findCancellationReason = (changes: readonly BookingChange[]): string | null =>
  changes.findLast(({ by, to }) => by === 'client' && to === null)?.reason ?? null;
