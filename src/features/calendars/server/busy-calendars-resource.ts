import { Hono } from 'hono';
import { busyCalendarForm, busyTimesQuery } from '#features/calendars/rules/busy-calendar.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { CalendarServices } from './create-calendar-services.ts';

const identified = z.object({ id: submissionId });

/**
 * The mentor's connected calendars, for the admin. `POST /:id/read` reads one and then responds.
 */
export function createBusyCalendarsResource({
  accounts,
  services,
}: AdminGuard & { services: CalendarServices }) {
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
