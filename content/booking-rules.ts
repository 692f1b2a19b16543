import type { OpeningHours } from '#domain/slots.ts';
import { site } from './site.ts';

/** When sessions can begin: whole hours on the mentor's clock, by day of the week. */
export const openingHours: OpeningHours = {
  timeZone: site.timeZone,
  hours: {
    1: [22, 23],
    2: [18, 19, 20, 21, 22, 23],
    3: [18, 19, 20, 21, 22, 23],
    4: [18, 19, 20, 21, 22, 23],
    5: [18, 19, 20, 21, 22, 23],
    6: [8, 9, 10, 11],
    7: [8, 9, 10, 11],
  },
};

/** The rules of booking; how they are kept is `domain/booking-rules.ts`. */
export const bookingRules = {
  /** A session can be booked at most so many days ahead. */
  bookableDays: 365,
  /** Until so many hours before its start a visitor may move or cancel a session. */
  changeCutOffHours: 12,
  /** Reminders go out so many minutes before the start. */
  reminderMinutes: [24 * 60, 60],
} as const;
