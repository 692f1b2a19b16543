import { sql } from 'drizzle-orm';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';

// Nested, because Drizzle leaves out the table of a column directly in the selection of one table.
const isTestOrderOf = sql`${orders.bookingId} = ${bookings.id} and ${orders.isTest}`;

/** Matches a booking that was paid with test money. */
export const isTest = sql<boolean>`exists (select from ${orders} where ${isTestOrderOf})`;
