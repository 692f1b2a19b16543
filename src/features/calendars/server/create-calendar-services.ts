import type { SiteDeps } from '#features/settings/server/index.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { createBusyCalendars } from './busy-calendars.ts';
import * as feed from './calendar-feed.ts';
import type { CalendarNetwork } from './reading/download-calendar.ts';

interface CalendarServicesDeps extends SiteDeps {
  /** Replaces the internet for calendar downloads in tests. */
  calendarNetwork: CalendarNetwork | undefined;
}

export type CalendarServices = ReturnType<typeof createCalendarServices>;

/** Creates the use cases of the mentor's calendars. Starts nothing. */
export const createCalendarServices = (deps: CalendarServicesDeps) => ({
  ...createBusyCalendars({ ...deps, network: deps.calendarNetwork }),
  ...bindUseCases(deps as SiteDeps, feed),
});
