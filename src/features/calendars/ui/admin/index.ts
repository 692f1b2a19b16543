export { UnreadCalendars } from './busy-calendars.tsx';
export { OwnCalendars } from './own-calendars.tsx';
