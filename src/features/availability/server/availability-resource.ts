import { Hono } from 'hono';
import {
  exceptionQuery,
  extraHoursForm,
  timeOffForm,
} from '#features/availability/rules/availability-exception.ts';
import { availabilityQuery } from '#features/availability/rules/availability-query.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { parseInput, valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { AvailabilityServices } from './create-availability-services.ts';

const identified = z.object({ id: submissionId });

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
      ...span
    } = parseInput(availabilityQuery, c.req.query());
    const slots = await services.listFreeSlots({ ...span, sessionType, bookingId });
    c.header('Cache-Control', `public, max-age=${freshSeconds}`);
    return c.json({ slots: slots.map((slot) => slot.toISOString()) });
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
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, valid('query', exceptionQuery), async (c) =>
      c.json(await services.listExceptions(c.req.valid('query'))),
    )
    .get('/sessions', signedIn, valid('query', timeOffForm), async (c) =>
      c.json({ sessions: await services.listSessionsInTimeOff(c.req.valid('query')) }),
    )
    .post('/time_off', signedIn, jsonBody(z.intersection(timeOffForm, identified)), async (c) => {
      const timeOff = c.req.valid('json');
      return c.json({ id: timeOff.id, sessions: await services.takeTimeOff(timeOff) }, 201);
    })
    .put(
      '/time_off/:id',
      signedIn,
      valid('param', recordParam),
      jsonBody(z.intersection(timeOffForm, z.object({ version: z.int().min(1) }))),
      async (c) => {
        const timeOff = { ...c.req.valid('json'), ...c.req.valid('param') };
        return c.json({ sessions: await services.changeTimeOff(timeOff) });
      },
    )
    .get('/open_hours', signedIn, valid('query', extraHoursForm), async (c) =>
      c.json({ spans: await services.listOpenHours(c.req.valid('query')) }),
    )
    .post(
      '/extra_hours',
      signedIn,
      jsonBody(z.intersection(extraHoursForm, identified)),
      async (c) => {
        const hours = c.req.valid('json');
        await services.openExtraHours(hours);
        return c.json({ id: hours.id }, 201);
      },
    )
    .delete('/:id', signedIn, valid('param', recordParam), async (c) => {
      await services.deleteException(c.req.valid('param'));
      return c.body(null, 204);
    });
}
