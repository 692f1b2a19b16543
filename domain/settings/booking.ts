import { meetingTypes } from '../booking.ts';
import { joinDetails } from '../joining.ts';
import { formatMinutes } from '../measures.ts';
import { isTimeZone } from '../time-zone.ts';
import { z } from '../zod.ts';
import { wholeNumber, words } from './parts.ts';

const descending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => b - a);
const ascending = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);

/** A full hour of the day: `09:00`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The full hours of a day at which sessions start. */
const hours = (label: string) =>
  z
    .array(wholeNumber(0, 23))
    .max(24, 'Choose at most 24 hours.')
    .overwrite(ascending)
    .meta({ label, describe: (open: number[]) => open.map(formatHour).join(', ') });

const examples: Record<(typeof meetingTypes)[number], string> = {
  'Microsoft Teams': 'https://teams.microsoft.com/…',
  'WhatsApp Video Call': '+27 82 123 4567',
  Zoom: 'https://zoom.us/j/…',
  'Google Meet': 'https://meet.google.com/…',
};

const joining = (type: (typeof meetingTypes)[number]) =>
  joinDetails.meta({ label: type, placeholder: examples[type] });

const rules = 'Booking rules';
const zone = 'Time zone';

/** The rules of booking; `domain/booking-rules.ts` applies them. */
export const bookingSettings = z
  .object({
    /** By day of the week (ISO: 1 is Monday), in the mentor's time zone. */
    openingHours: z
      .object({
        1: hours('Monday'),
        2: hours('Tuesday'),
        3: hours('Wednesday'),
        4: hours('Thursday'),
        5: hours('Friday'),
        6: hours('Saturday'),
        7: hours('Sunday'),
      })
      .meta({
        label: 'Opening hours',
        help: 'Tap the hours when a session can start. Set days off and extra hours in Calendar, under Bookings.',
        control: 'opening-hours',
      }),
    /** IANA. */
    timeZone: words(60)
      .refine(isTimeZone, 'Choose a time zone from the list, such as Africa/Johannesburg.')
      .meta({ label: 'Time zone', control: 'time-zone', group: zone }),
    timeZoneLabel: words(20).meta({
      label: 'Short name',
      help: 'Shown next to times, on pages and in emails.',
      placeholder: 'SAST',
      group: zone,
    }),
    bookableDays: wholeNumber(1, 730).meta({
      label: 'How far ahead clients can book (days)',
      group: rules,
    }),
    leastNoticeHours: wholeNumber(0, 336).meta({
      label: 'Minimum notice (hours)',
      help: 'With 0, clients can book until the session starts.',
      group: rules,
    }),
    changeCutOffHours: wholeNumber(0, 336).meta({
      label: 'Clients can reschedule or cancel up to (hours before)',
      group: rules,
    }),
    reminderMinutes: z
      .array(wholeNumber(5, 20_160).meta({ control: 'minutes-before' }))
      .max(5, 'You can add up to 5 reminders.')
      .overwrite(descending)
      .meta({
        label: 'Reminders',
        help: 'Sent to the client before the session. Edit the wording in Texts.',
        noun: 'reminder',
        blank: 180,
        describe: (list: number[]) =>
          list.map((minutes) => `${formatMinutes(minutes)} before`).join(', '),
      }),
    /** A link, a number, or nothing for each meeting type. */
    joining: z
      .object(
        Object.fromEntries(meetingTypes.map((type) => [type, joining(type)])) as Record<
          (typeof meetingTypes)[number],
          typeof joinDetails
        >,
      )
      .meta({
        label: 'Meeting links',
        help: 'A link or phone number for each way to meet. Clients get it in the confirmation, the calendar entry and the reminders.',
      }),
  })
  .meta({
    label: 'Booking',
    help: 'Opening hours, booking rules, reminders and meeting links',
    groups: {
      [zone]: 'Your own time zone. Clients see times in theirs.',
      [rules]: 'How early and how late clients can book. Set session length under Offers.',
    },
  });
export type BookingSettings = z.output<typeof bookingSettings>;
