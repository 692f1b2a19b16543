import { Hono } from 'hono';
import { bookingQuery, bookingSpan } from '#domain/booking.ts';
import { recordParam } from '#domain/list-page.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { type Authorise, requireAdmin } from '#server/http/require-admin.ts';
import { validParam, validQuery } from '#server/http/valid-address.ts';
import type { DeskServices } from '#server/services/desk/create-desk-services.ts';
import { csvHeaders } from './csv-headers.ts';

interface DeskBookingsDeps {
  authorise: Authorise;
  bookings: DeskServices['bookings'];
}

/** What the admin may do with bookings: read them, take them along, delete them. */
export function createDeskBookings({ authorise, bookings }: DeskBookingsDeps) {
  const admin = requireAdmin(authorise);
  return new Hono<HttpEnv>()
    .get('/', admin, validQuery(bookingQuery), async (c) =>
      c.json(await bookings.list(c.req.valid('query'))),
    )
    .get('/export', admin, validQuery(bookingSpan), (c) =>
      c.body(bookings.export(c.req.valid('query')), 200, csvHeaders('bookings')),
    )
    .delete('/:id', admin, validParam(recordParam), async (c) => {
      await bookings.delete(c.req.valid('param'));
      return c.body(null, 204);
    });
}
