import { z } from 'zod';
import { pageQuery } from './list-page.ts';
import { instantText } from './text.ts';

/** Which bookings a list or a file shows: from an instant (included) to another (not). */
export const bookingSpan = z.object({
  from: instantText('This is no instant.').optional(),
  to: instantText('This is no instant.').optional(),
});
export type BookingSpan = z.output<typeof bookingSpan>;

/** The query of `GET /api/bookings`. */
export const bookingQuery = z.object({ ...pageQuery.shape, ...bookingSpan.shape });
export type BookingQuery = z.output<typeof bookingQuery>;
