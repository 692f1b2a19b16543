/*
 * The heavy half of choosing a slot: the calendar, and the arithmetic of time zones. It is loaded
 * lazily, by use-slot-calendar.ts.
 */
export { Calendar } from '#app/ui/calendar.tsx';
export { endOfBookableTime } from '#domain/booking-rules.ts';
export { calendarDate, daySpan, freeSlots, monthSpan } from '#domain/slots.ts';
