import { Hono } from 'hono';
import {
  exceptionQuery,
  extraHoursForm,
  timeOffForm,
} from '#features/booking/rules/availability-exception.ts';
import { busyCalendarForm, busyTimesQuery } from '#features/booking/rules/busy-calendar.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { WithBookings } from './create-booking-services.ts';

const identified = z.object({ id: submissionId });

/**
 * Exceptions to the opening hours, for the admin. `POST` and `PUT /time_off` return the sessions
 * that stay booked in it; `GET /sessions` lists them beforehand. `GET /open_hours` returns which of
 * the requested extra hours can already be booked.
 */
export function createAvailabilityExceptions({ accounts, services }: AdminGuard & WithBookings) {
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

/**
 * The mentor's connected calendars, for the admin. `POST /:id/read` reads one and then responds.
 */
export function createBusyCalendars({ accounts, services }: AdminGuard & WithBookings) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await services.listBusyCalendars()))
    .get('/times', signedIn, valid('query', busyTimesQuery), async (c) => {
      const { from, to } = c.req.valid('query');
      const items = await services.listBusyTimes({ from: new Date(from), to: new Date(to) });
      return c.json({ items });
    })
    .post('/', signedIn, jsonBody(z.intersection(busyCalendarForm, identified)), async (c) => {
      const calendar = c.req.valid('json');
      await services.addBusyCalendar(calendar);
      return c.json({ id: calendar.id }, 201);
    })
    .post('/:id/read', signedIn, valid('param', recordParam), async (c) =>
      c.json(await services.readBusyCalendar(c.req.valid('param'))),
    )
    .delete('/:id', signedIn, valid('param', recordParam), async (c) => {
      await services.deleteBusyCalendar(c.req.valid('param'));
      return c.body(null, 204);
    });
}
