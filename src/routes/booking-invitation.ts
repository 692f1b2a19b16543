import { orUnavailable, pageServicesContext } from '#server/page-context.ts';
import type { Route } from './+types/booking-invitation';

/** Serves a booking as a calendar file. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { composeCalendarFile } = context.get(pageServicesContext);
  const file = await orUnavailable(composeCalendarFile(params.token));
  if (file === undefined) return new Response('Booking not found.', { status: 404 });
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      // Phones offer to add it to the calendar. In-app browsers cannot handle a download.
      'Content-Disposition': 'inline; filename="session.ics"',
      'Cache-Control': 'no-store',
    },
  });
}
