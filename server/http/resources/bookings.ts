import { Hono } from 'hono';
import { bookingQuery, bookingSpan, bookingSubmission } from '#domain/booking.ts';
import { recordParam } from '#domain/list-page.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { pretendCreated, readJson, trapBots } from '#server/http/json-body.ts';
import { type Authorise, requireAdmin, toVisitor } from '#server/http/require-admin.ts';
import { requireHuman } from '#server/http/require-human.ts';
import { validBody, validParam, validQuery } from '#server/http/validate-request.ts';
import type { AdminServices } from '#server/services/admin/create-admin-services.ts';
import type { Services } from '#server/services/create-services.ts';
import { csvHeaders } from './csv-headers.ts';

interface BookingsDeps {
  authorise: Authorise;
  checkHuman: CheckHuman;
  services: Pick<Services, 'bookSession' | 'deleteBooking'>;
  admin: Pick<AdminServices, 'listBookings' | 'exportBookings'>;
}

/**
 * `POST /api/bookings`, public: books a session; 201 with its id, its start and the visitor's
 * private link, as often as it is repeated. 409 with the free `slots` of that day when the
 * slot is taken. All else is for the admin.
 */
export function createBookings({ authorise, checkHuman, services, admin }: BookingsDeps) {
  const signedIn = requireAdmin(authorise);
  return new Hono<HttpEnv>()
    .post(
      '/',
      readJson(),
      trapBots(pretendCreated),
      validBody(bookingSubmission),
      requireHuman(checkHuman),
      async (c) => {
        const booking = c.req.valid('json');
        const { id, startsAt, managePath } = await services.bookSession(booking, toVisitor(c));
        return c.json({ id, booking_date: startsAt.toISOString(), manage_path: managePath }, 201);
      },
    )
    .get('/', signedIn, validQuery(bookingQuery), async (c) =>
      c.json(await admin.listBookings(c.req.valid('query'))),
    )
    .get('/export', signedIn, validQuery(bookingSpan), (c) =>
      c.body(admin.exportBookings(c.req.valid('query')), 200, csvHeaders('bookings')),
    )
    .delete('/:id', signedIn, validParam(recordParam), async (c) => {
      await services.deleteBooking(c.req.valid('param'));
      return c.body(null, 204);
    });
}
