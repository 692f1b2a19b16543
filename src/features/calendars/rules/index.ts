export type { UnreadEvent } from './busy-calendar.ts';
export { googleCalendarLink, outlookCalendarLink } from './calendar-links.ts';
