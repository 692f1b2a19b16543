import { Hono } from 'hono';
import { bookingQuery, bookingSpan, bookingSubmission } from '#features/booking/rules/booking.ts';
import {
  bookingCancellation,
  bookingJoinDetails,
  bookingMove,
  bookingNote,
  bookingOutcome,
  bookingPayment,
  mentorBooking,
  placementQuery,
} from '#features/booking/rules/mentor-booking.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin, toVisitor } from '#platform/auth/require-admin.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { pretendCreated, publicForm } from '#platform/http/public-form.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { csvHeaders } from '#platform/http/stream-csv.ts';
import { valid } from '#platform/http/validate-request.ts';
import { pageQuery, recordParam } from '#rules/list-page.ts';
import type { WithBookings } from './create-booking-services.ts';

/**
 * `POST /api/bookings`, public: books a session; 201 with its id, its start, whether an email
 * confirms it (`is_mailed`) and the private links to it
 * and, if there is something to pay, to its order, as often as it is repeated; 409 and 422 with the free `slots` of that day where the time is why. All else is for the admin. What
 * the mentor changes of one is a resource below it: its body says which `version` was read, and the
 * answer is the booking as it is then, or a 409 `edited-elsewhere` with the `current` one.
 */
export function createBookings({
  accounts,
  checkHuman,
  services,
}: AdminGuard & WithBookings & { checkHuman: CheckHuman }) {
  const signedIn = requireAdmin(accounts);
  const one = valid('param', recordParam);
  const form = { schema: bookingSubmission, checkHuman, pretendSuccess: pretendCreated };
  return new Hono<HttpEnv>()
    .post('/', publicForm(form), async (c) => {
      const booking = c.req.valid('json');
      const booked = await services.bookSession(booking, toVisitor(c));
      const { id, startsAt, managePath: manage_path, payLink, isMailed: is_mailed } = booked;
      const paths = { manage_path, ...(payLink && { pay_path: payLink.path }) };
      return c.json({ id, booking_date: startsAt.toISOString(), is_mailed, ...paths }, 201);
    })
    .get('/', signedIn, valid('query', bookingQuery), async (c) =>
      c.json(await services.listBookings(c.req.valid('query'))),
    )
    .get('/export', signedIn, valid('query', bookingSpan), (c) =>
      c.body(services.exportBookings(c.req.valid('query')), 200, csvHeaders('bookings')),
    )
    .get('/placement', signedIn, valid('query', placementQuery), async (c) =>
      c.json(await services.readPlacement(c.req.valid('query'))),
    )
    .post('/by-mentor', signedIn, jsonBody(mentorBooking), async (c) => {
      const booking = c.req.valid('json');
      await services.bookForVisitor(booking);
      return c.json({ id: booking.id }, 201);
    })
    .get('/:id', signedIn, one, async (c) =>
      c.json(await services.getBooking(c.req.valid('param'))),
    )
    .get('/:id/history', signedIn, one, valid('query', pageQuery), async (c) => {
      const asked = { ...c.req.valid('param'), ...c.req.valid('query') };
      return c.json(await services.listBookingHistory(asked));
    })
    .put('/:id/time', signedIn, one, jsonBody(bookingMove), async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param') };
      return c.json(await services.moveForVisitor(change));
    })
    .put('/:id/cancellation', signedIn, one, jsonBody(bookingCancellation), async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param') };
      return c.json(await services.cancelForVisitor(change));
    })
    .put('/:id/join-details', signedIn, one, jsonBody(bookingJoinDetails), async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param') };
      return c.json(await services.saveJoinDetails(change));
    })
    .put('/:id/payment', signedIn, one, jsonBody(bookingPayment), async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param') };
      return c.json(await services.markPayment({ ...change, by: c.var.admin.email }));
    })
    .put('/:id/outcome', signedIn, one, jsonBody(bookingOutcome), async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param') };
      return c.json(await services.markOutcome(change));
    })
    .put('/:id/note', signedIn, one, jsonBody(bookingNote), async (c) => {
      const change = { ...c.req.valid('json'), ...c.req.valid('param') };
      return c.json(await services.writeNote(change));
    })
    .delete('/:id', signedIn, one, async (c) => {
      await services.deleteBooking(c.req.valid('param'));
      return c.body(null, 204);
    });
}
