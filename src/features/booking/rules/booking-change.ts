/**
 * A move or a cancellation of a booking, as its row keeps it; by the site where a hold was not paid in
 * time. Instants are ISO texts in UTC.
 */
export interface BookingChange {
  /** A UUID, for the pages of the history. */
  id: string;
  at: string;
  by: 'client' | 'mentor' | 'site';
  from: string;
  /** The new start; null for a cancellation. */
  to: string | null;
  /** What the person who made the change wrote about it. */
  reason: string | null;
}

interface NewChange extends Pick<BookingChange, 'by'> {
  at: Date;
  /** The new start; absent for a cancellation. */
  to?: Date;
  reason?: string | null;
}

/** Returns the changes of a booking with a new one: who moved or cancelled it, when and why. */
export const noteChange = (
  { changes, startsAt }: { changes: readonly BookingChange[]; startsAt: Date },
  { by, at, to, reason = null }: NewChange,
): BookingChange[] => [
  ...changes,
  {
    ...{ id: crypto.randomUUID(), by, reason },
    at: at.toISOString(),
    from: startsAt.toISOString(),
    to: to?.toISOString() ?? null,
  },
];

/** Returns the reason that the client gave for cancelling, if any. */
export const findCancellationReason = (changes: readonly BookingChange[]): string | null =>
  changes.findLast(({ by, to }) => by === 'client' && to === null)?.reason ?? null;
