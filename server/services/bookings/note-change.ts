import { randomUUID } from 'node:crypto';
import type { BookingChange } from '#domain/booking-change.ts';
import type { Booking } from '#server/db/queries/bookings.ts';

interface NotedChange extends Pick<BookingChange, 'by'> {
  at: Date;
  /** The new start; absent for a cancellation. */
  to?: Date;
  reason?: string | null;
}

/** Returns the changes of a booking with one more: who moved or cancelled it, and when. */
export const noteChange = (
  { changes, startsAt }: Booking,
  { by, at, to, reason = null }: NotedChange,
): BookingChange[] => [
  ...changes,
  {
    ...{ id: randomUUID(), by, reason },
    at: at.toISOString(),
    from: startsAt.toISOString(),
    to: to?.toISOString() ?? null,
  },
];
