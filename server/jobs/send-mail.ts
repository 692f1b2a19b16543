import { z } from 'zod';
import { tokenPurposes } from '#server/db/account-schema.ts';

/** What a mail job carries: which mail, and where to find what it says. Never the words themselves. */
export const sendMailPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead-notice'), leadId: z.uuid(), mail: z.string() }),
  z.object({
    kind: z.literal('booking-mail'),
    bookingId: z.uuid(),
    occasion: z.enum([
      ...['booked', 'moved', 'cancelled'],
      ...['booked-by-mentor', 'moved-by-mentor', 'cancelled-by-mentor', 'updated-by-mentor'],
    ] as const),
    audience: z.enum(['visitor', 'mentor']),
    /** The state that the mail tells of; once there is a newer one, its own mail tells that. */
    sequence: z.int(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('booking-reminder'),
    bookingId: z.uuid(),
    /** The start that it reminds of: a session that was moved since has reminders of its own. */
    startsAt: z.iso.datetime(),
    minutesBefore: z.int(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('account-mail'),
    purpose: z.enum(tokenPurposes),
    email: z.string(),
    /** The token that is waiting for its mail, for a sign-up. */
    tokenId: z.uuid().optional(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('account-notice'),
    /** The line of the accounts' log that it tells of. */
    eventId: z.uuid(),
    mail: z.string(),
  }),
]);
export type SendMailPayload = z.infer<typeof sendMailPayload>;
export type BookingMailPayload = Extract<SendMailPayload, { kind: 'booking-mail' }>;
export type BookingReminderPayload = Extract<SendMailPayload, { kind: 'booking-reminder' }>;
export type AccountMailPayload = Extract<SendMailPayload, { kind: 'account-mail' }>;
export type AccountNoticePayload = Extract<SendMailPayload, { kind: 'account-notice' }>;

/** The job's queue. Times are in seconds. */
export const sendMailQueue = {
  name: 'send-mail',
  options: {
    // 5, 10, 20 … up to an hour: about half a day in all.
    retryLimit: 20,
    retryBackoff: true,
    retryDelayMax: 3_600,
    // Longer than the mail server is waited for, twice (see mailer.ts).
    expireInSeconds: 60,
    // A worker that was killed is noticed by its silence, long before the job expires.
    heartbeatSeconds: 10,
    notify: true,
    deadLetter: 'send-mail-failed',
  },
} as const;

/** Where jobs go whose tries are used up, to be marked as given up. */
export const sendMailFailedQueue = { name: 'send-mail-failed', options: { notify: true } } as const;
