import { Hono } from 'hono';
import { busyCalendarForm, busyTimesQuery } from '#features/calendars/rules/busy-calendar.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
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
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, () => services.listBusyCalendars()),
    )
    .get(
      '/times',
      signedIn({ query: busyTimesQuery }, async ({ from, to }) => ({
        items: await services.listBusyTimes({ from: new Date(from), to: new Date(to) }),
      })),
    )
    .post(
      '/',
      signedIn(
        { json: z.intersection(busyCalendarForm, identified), status: 201 },
        async (calendar) => {
          await services.addBusyCalendar(calendar);
          return { id: calendar.id };
        },
      ),
    )
    .post('/:id/read', signedIn({ param: recordParam }, services.readBusyCalendar))
    .delete('/:id', signedIn({ param: recordParam }, services.deleteBusyCalendar));
}
