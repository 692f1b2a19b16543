import { Calendar } from '#app/ui/calendar.tsx';
import { endOfBookableTime } from '#domain/booking-rules.ts';
import { calendarDate, daySpan, freeSlots, monthSpan } from '#domain/slots.ts';

/** The heavy half of choosing a slot: the calendar, and the arithmetic of time zones. */
export const slotKit = {
  Calendar,
  calendarDate,
  daySpan,
  endOfBookableTime,
  freeSlots,
  monthSpan,
};
export type SlotKit = typeof slotKit;
