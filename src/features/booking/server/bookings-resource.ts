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
  sessionReturn,
} from '#features/booking/rules/mentor-booking.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin, toVisitor } from '#platform/auth/require-admin.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { pretendCreated, publicForm } from '#platform/http/public-form.ts';
import { csvHeaders } from '#platform/http/stream-csv.ts';
import { valid } from '#platform/http/validate-request.ts';
import { pageQuery, recordParam } from '#rules/list-page.ts';
import type { WithBookings } from './create-booking-services.ts';

/**
 * `/api/bookings`. `POST` is public and can be repeated. It returns 201 with the booking's id, its
 * start, whether an email confirms it (`is_mailed`), until when it is held for its payment (`held_until`, else
 * null) and its private links: to its page and, if there is something to pay, to its order, with the
 * amount. If the time cannot be booked, it returns 409 or 422 with the free
 * `slots` of that day.
 *
 * The rest is for the admin. A change names the `version` that it is based on, and returns the changed
 * booking. If someone else changed it since, it returns 409 `edited-elsewhere` with the `current` one.
 */
export function createBookings({
  accounts,
  checkHuman,
  services,
}: AdminGuard & WithBookings & { checkHuman: CheckHuman }) {
  const signedIn = adminRoutes({ accounts });
  const one = { param: recordParam };
  const form = { schema: bookingSubmission, checkHuman, pretendSuccess: pretendCreated };
  return new Hono<HttpEnv>()
    .post('/', publicForm(form), async (c) => {
      const booking = c.req.valid('json');
      const booked = await services.bookSession(booking, toVisitor(c));
      const { id, startsAt, heldUntil, payLink } = booked;
      return c.json(
        {
          id,
          booking_date: startsAt,
          is_mailed: booked.isMailed,
          held_until: heldUntil,
          manage_path: booked.managePath,
          ...(payLink && { pay_path: payLink.path, amount_cents: payLink.amountCents }),
        },
        201,
      );
    })
    .get('/', signedIn({ query: bookingQuery }, services.listBookings))
    .get('/export', requireAdmin(accounts), valid('query', bookingSpan), (c) =>
      c.body(services.exportBookings(c.req.valid('query')), 200, csvHeaders('bookings')),
    )
    .get('/placement', signedIn({ query: placementQuery }, services.readPlacement))
    .post(
      '/by-mentor',
      signedIn({ json: mentorBooking, status: 201 }, async (booking) => {
        await services.bookByMentor(booking);
        return { id: booking.id };
      }),
    )
    .get('/:id', signedIn(one, services.getBooking))
    .get('/:id/history', signedIn({ ...one, query: pageQuery }, services.listBookingHistory))
    .put('/:id/time', signedIn({ ...one, json: bookingMove }, services.moveByMentor))
    .put(
      '/:id/cancellation',
      signedIn({ ...one, json: bookingCancellation }, services.cancelByMentor),
    )
    .put(
      '/:id/join-details',
      signedIn({ ...one, json: bookingJoinDetails }, services.saveJoinDetails),
    )
    .put(
      '/:id/payment',
      signedIn({ ...one, json: bookingPayment }, (change, { email: by }) =>
        services.markPayment({ ...change, by }),
      ),
    )
    .put('/:id/session-return', signedIn({ ...one, json: sessionReturn }, services.markReturned))
    .put('/:id/outcome', signedIn({ ...one, json: bookingOutcome }, services.markOutcome))
    .put('/:id/note', signedIn({ ...one, json: bookingNote }, services.writeNote))
    .delete('/:id', signedIn(one, services.deleteBooking));
}
