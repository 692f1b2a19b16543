import { meetingTypes } from '../booking.ts';
import { joinDetails } from '../joining.ts';
import { isTimeZone } from '../time-zone.ts';
import { z } from '../zod.ts';
import { wholeNumber, words } from './parts.ts';

const descending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => b - a);
const ascending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);

/** Whole hours of a day at which sessions begin. */
const hours = z.array(wholeNumber(0, 23)).max(24, 'A day has 24 hours.').overwrite(ascending);

/** The rules of booking; how they are kept is `domain/booking-rules.ts`. */
export const bookingSettings = z.object({
  /** The mentor's own zone (IANA). Opening hours are in this zone. */
  timeZone: words(60).refine(
    isTimeZone,
    'Please choose a time zone from the list, such as Africa/Johannesburg.',
  ),
  /** As visitors read it beside a time. */
  timeZoneLabel: words(20),
  /** By day of the week (ISO: 1 is Monday). */
  openingHours: z.object({
    1: hours,
    2: hours,
    3: hours,
    4: hours,
    5: hours,
    6: hours,
    7: hours,
  }),
  /** A session can be booked at most so many days ahead. */
  bookableDays: wholeNumber(1, 730),
  /** And at least so many hours before it begins. */
  leastNoticeHours: wholeNumber(0, 336),
  /** Until so many hours before its start a visitor may move or cancel a session. */
  changeCutOffHours: wholeNumber(0, 336),
  /** Reminders go out so many minutes before the start. */
  reminderMinutes: z
    .array(wholeNumber(5, 20_160))
    .max(5, 'There is room for 5 reminders.')
    .overwrite(descending),
  /** How a session is joined, by its meeting type: a link, a number, or nothing. */
  joining: z.object(
    Object.fromEntries(meetingTypes.map((type) => [type, joinDetails])) as Record<
      (typeof meetingTypes)[number],
      typeof joinDetails
    >,
  ),
});
export type BookingSettings = z.output<typeof bookingSettings>;
