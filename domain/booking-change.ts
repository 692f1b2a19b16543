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
