export { createBusyCalendarsResource as createBusyCalendars } from './busy-calendars-resource.ts';
export { createCalendarAddress, createCalendarFeed } from './calendar-feed-resource.ts';
export { composeInvitation } from './compose-invitation.ts';
export { createCalendarServices } from './create-calendar-services.ts';
export type { CalendarNetwork } from './reading/download-calendar.ts';
