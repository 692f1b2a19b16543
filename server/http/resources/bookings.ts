import { Hono } from 'hono';
import { type BookingSubmission, bookingSubmission } from '#domain/booking.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { pretendCreated, readJson, trapBots, validBody } from '#server/http/json-body.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { requireHuman } from '#server/http/require-human.ts';
import type { BookedSession } from '#server/services/bookings/book-session.ts';

export interface BookingsDeps {
  limit: RateLimits;
  checkHuman: CheckHuman;
  bookSession: (booking: BookingSubmission) => Promise<BookedSession>;
}

/**
 * `POST /api/bookings`, public: books a session; 201 with its id, its start and the visitor's
 * private link, as often as it is repeated. 409 with the free `slots` of that day when the
 * slot is taken.
 */
export const createBookings = ({ limit, checkHuman, bookSession }: BookingsDeps) =>
  new Hono<HttpEnv>().post(
    '/',
    limit('submit-booking'),
    readJson(),
    trapBots(pretendCreated),
    validBody(bookingSubmission),
    requireHuman(checkHuman),
    async (c) => {
      const { id, startsAt, managePath } = await bookSession(c.req.valid('json'));
      return c.json({ id, booking_date: startsAt.toISOString(), manage_path: managePath }, 201);
    },
  );
