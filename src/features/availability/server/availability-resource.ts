import { Hono } from 'hono';
import {
  exceptionQuery,
  extraHoursForm,
  timeOffForm,
} from '#features/availability/rules/availability-exception.ts';
import { availabilityQuery } from '#features/availability/rules/availability-query.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { parseInput } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { AvailabilityServices } from './create-availability-services.ts';

const identified = z.object({ id: submissionId });
const changedTimeOff = z.intersection(timeOffForm, z.object({ version: z.int().min(1) }));

/**
 * How long a response may be cached, in seconds. Booking a slot that was taken since then gives a
 * 409.
 */
const freshSeconds = 5;

/**
 * `GET /api/availability?from=&to=&session_type=&booking=`, public: the instants at which a session
 * of this type can be booked, or to which a booking can be moved.
 */
export const createAvailability = ({ services }: { services: AvailabilityServices }) =>
  new Hono<HttpEnv>().get('/', async (c) => {
    const {
      session_type: sessionType,
      booking: bookingId,
      minutes,
      ...span
    } = parseInput(availabilityQuery, c.req.query());
    const slots = await services.listFreeSlots({ ...span, sessionType, bookingId, minutes });
    c.header('Cache-Control', `public, max-age=${freshSeconds}`);
    return c.json({ slots });
  });

/**
 * Exceptions to the opening hours, for the admin. `POST` and `PUT /time_off` return the sessions
 * that stay booked in it; `GET /sessions` lists them beforehand. `GET /open_hours` returns which of
 * the requested extra hours can already be booked.
 */
export function createAvailabilityExceptions({
  accounts,
  services,
}: AdminGuard & { services: AvailabilityServices }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get('/', signedIn({ query: exceptionQuery }, services.listExceptions))
    .get(
      '/sessions',
      signedIn({ query: timeOffForm }, async (timeOff) => ({
        sessions: await services.listSessionsInTimeOff(timeOff),
      })),
    )
    .post(
      '/time_off',
      signedIn({ json: z.intersection(timeOffForm, identified), status: 201 }, async (timeOff) => ({
        id: timeOff.id,
        sessions: await services.takeTimeOff(timeOff),
      })),
    )
    .put(
      '/time_off/:id',
      signedIn({ param: recordParam, json: changedTimeOff }, async (timeOff) => ({
        sessions: await services.changeTimeOff(timeOff),
      })),
    )
    .get(
      '/open_hours',
      signedIn({ query: extraHoursForm }, async (hours) => ({
        spans: await services.listOpenHours(hours),
      })),
    )
    .post(
      '/extra_hours',
      signedIn({ json: z.intersection(extraHoursForm, identified), status: 201 }, async (hours) => {
        await services.openExtraHours(hours);
        return { id: hours.id };
      }),
    )
    .delete('/:id', signedIn({ param: recordParam }, services.deleteException));
}
