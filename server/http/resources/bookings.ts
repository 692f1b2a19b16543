import { Hono } from 'hono';
import { type BookingSubmission, bookingSubmission } from '#domain/booking.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { pretendCreated, readJson, trapBots, validBody } from '#server/http/json-body.ts';
import { toVisitor } from '#server/http/require-admin.ts';
import { requireHuman } from '#server/http/require-human.ts';
import type { Caller } from '#server/limits/limiter.ts';
import type { BookedSession } from '#server/services/bookings/book-session.ts';

export interface BookingsDeps {
  checkHuman: CheckHuman;
  bookSession: (booking: BookingSubmission, visitor: Caller) => Promise<BookedSession>;
}

/**
 * `POST /api/bookings`, public: books a session; 201 with its id, its start and the visitor's
 * private link, as often as it is repeated. 409 with the free `slots` of that day when the
 * slot is taken.
 */
export const createBookings = ({ checkHuman, bookSession }: BookingsDeps) =>
  new Hono<HttpEnv>().post(
    '/',
    readJson(),
    trapBots(pretendCreated),
    validBody(bookingSubmission),
    requireHuman(checkHuman),
    async (c) => {
      const { id, startsAt, managePath } = await bookSession(c.req.valid('json'), toVisitor(c));
      return c.json({ id, booking_date: startsAt.toISOString(), manage_path: managePath }, 201);
    },
  );
