import { Hono } from 'hono';
import {
  availabilityQuery,
  bookingQuery,
  bookingSpan,
  bookingSubmission,
} from '#domain/booking.ts';
import { recordParam } from '#domain/list-page.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { pretendCreated, publicForm } from '#server/http/public-form.ts';
import { requireAdmin, toVisitor } from '#server/http/require-admin.ts';
import { parseInput, valid } from '#server/http/validate-request.ts';
import { csvHeaders } from './leads.ts';

/** For how long an answer may be used again, in seconds: a slot that went meanwhile is a 409. */
const freshSeconds = 5;

/** `GET /api/availability?from=&to=`, public: the instants at which a session can be booked. */
export const createAvailability = ({ services }: HttpDeps) =>
  new Hono<HttpEnv>().get('/', async (c) => {
    const slots = await services.listFreeSlots(parseInput(availabilityQuery, c.req.query()));
    c.header('Cache-Control', `public, max-age=${freshSeconds}`);
    return c.json({ slots: slots.map((slot) => slot.toISOString()) });
  });

/**
 * `POST /api/bookings`, public: books a session; 201 with its id, its start and the private link,
 * as often as it is repeated; 409 with the free `slots` of that day. All else is for the admin.
 */
export function createBookings({ accounts, checkHuman, services, admin }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  const form = { schema: bookingSubmission, checkHuman, pretendSuccess: pretendCreated };
  return new Hono<HttpEnv>()
    .post('/', publicForm(form), async (c) => {
      const booking = c.req.valid('json');
      const { id, startsAt, managePath } = await services.bookSession(booking, toVisitor(c));
      return c.json({ id, booking_date: startsAt.toISOString(), manage_path: managePath }, 201);
    })
    .get('/', signedIn, valid('query', bookingQuery), async (c) =>
      c.json(await admin.listBookings(c.req.valid('query'))),
    )
    .get('/export', signedIn, valid('query', bookingSpan), (c) =>
      c.body(admin.exportBookings(c.req.valid('query')), 200, csvHeaders('bookings')),
    )
    .delete('/:id', signedIn, valid('param', recordParam), async (c) => {
      await services.deleteBooking(c.req.valid('param'));
      return c.body(null, 204);
    });
}
