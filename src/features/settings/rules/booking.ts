import { joinDetails } from '#rules/joining.ts';
import { formatMinutes } from '#rules/measures.ts';
import type { meetingTypes } from '#rules/meeting-types.ts';
import { z } from '#rules/zod.ts';
import { isTimeZone } from '#rules/zoned-time.ts';
import { wholeNumber, words } from './parts.ts';

/** Formats a full hour of the day: `09:00`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The full hours of a day at which sessions start. */
const hours = (label: string) =>
  z
    .array(wholeNumber(0, 23))
    .max(24, 'Choose at most 24 hours.')
    .overwrite((numbers) => [...new Set(numbers)].sort((a, b) => a - b))
    .meta({ label, describe: (open: number[]) => open.map(formatHour).join(', ') });

const joining = (label: string, placeholder: string) => joinDetails.meta({ label, placeholder });

/** Minutes before the session. */
const reminderChoices = Object.fromEntries(
  [15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 4_320, 10_080].map((minutes) => [
    minutes,
    `${formatMinutes(minutes)} before`,
  ]),
);

const rules = 'Booking rules';
const zone = 'Time zone';

/** The booking rules. `src/features/availability/rules/booking-rules.ts` applies them. */
export const bookingSettings = z
  .object({
    /** By ISO weekday (1 is Monday), in the mentor's time zone. */
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
    /** An IANA name. */
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
      help: 'Always possible for 15 minutes after booking.',
      group: rules,
    }),
    reminderMinutes: z
      .array(wholeNumber(5, 20_160).meta({ choices: reminderChoices }))
      .max(5, 'You can add up to 5 reminders.')
      .overwrite((numbers) => [...new Set(numbers)].sort((a, b) => b - a))
      .meta({
        label: 'Reminders',
        help: 'Sent to the client before the session. Edit the wording in Texts.',
        noun: 'reminder',
        blank: 180,
        describe: (list: number[]) =>
          list.map((minutes) => `${formatMinutes(minutes)} before`).join(', '),
      }),
    joining: z
      .object({
        'Microsoft Teams': joining('Microsoft Teams', 'https://teams.microsoft.com/…'),
        'WhatsApp Video Call': joining('WhatsApp Video Call', '+27 82 123 4567'),
        Zoom: joining('Zoom', 'https://zoom.us/j/…'),
        'Google Meet': joining('Google Meet', 'https://meet.google.com/…'),
      } satisfies Record<(typeof meetingTypes)[number], typeof joinDetails>)
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
