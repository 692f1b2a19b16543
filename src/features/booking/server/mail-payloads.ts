import { z } from '#rules/zod.ts';

/** The payload of an email about a change of a booking. */
export const bookingMailPayload = z.object({
  kind: z.literal('booking-mail'),
  bookingId: z.uuid(),
  occasion: z.enum([
    'booked',
    'moved',
    'cancelled',
    'booked-by-mentor',
    'moved-by-mentor',
    'cancelled-by-mentor',
    'updated-by-mentor',
    'held',
    'released',
    'released-unconfirmed',
  ] as const),
  audience: z.enum(['visitor', 'mentor']),
  /** The version of the booking that the email is about; a newer version has its own email. */
  sequence: z.int(),
  mail: z.string(),
});
export type BookingMailPayload = z.infer<typeof bookingMailPayload>;

/** The payload of the reminder of a session. */
export const bookingReminderPayload = z.object({
  kind: z.literal('booking-reminder'),
  bookingId: z.uuid(),
  /** The start of the session; a moved session has new reminders. */
  startsAt: z.iso.datetime(),
  minutesBefore: z.int(),
  mail: z.string(),
});
export type BookingReminderPayload = z.infer<typeof bookingReminderPayload>;

/** The payload of the reminder to pay before the hold of a session ends. */
export const holdReminderPayload = z.object({
  kind: z.literal('hold-reminder'),
  bookingId: z.uuid(),
  mail: z.string(),
});
export type HoldReminderPayload = z.infer<typeof holdReminderPayload>;
