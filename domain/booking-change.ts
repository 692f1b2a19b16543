/** A move or a cancellation of a booking, as its row keeps it. */
export interface BookingChange {
  /** A UUID: the history is paged by it. */
  id: string;
  /** In UTC (ISO 8601), as the two others. */
  at: string;
  by: 'client' | 'mentor';
  from: string;
  /** The new start; null for a cancellation. */
  to: string | null;
  /** What the person who changed it wrote about it. */
  reason: string | null;
}

/** Returns the reason that the client gave for cancelling, if any. */
export const findCancellationReason = (changes: readonly BookingChange[]): string | null =>
  changes.findLast(({ by, to }) => by === 'client' && to === null)?.reason ?? null;
