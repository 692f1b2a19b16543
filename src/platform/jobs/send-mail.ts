import { z } from 'zod';
import { orderOccasions } from '#features/orders/rules/order-occasions.ts';
import { tokenPurposes } from '#platform/db/schema/account-schema.ts';

/** What needs a person. */
const problem = z.discriminatedUnion('kind', [
  /** Mails were given up. */
  z.object({ kind: z.literal('mail'), mails: z.int() }),
  /** The last good backup is too old; null where there is none. */
  z.object({ kind: z.literal('backup'), madeAt: z.iso.datetime().nullable() }),
  /** The disk of the data folder is nearly full. */
  z.object({ kind: z.literal('disk'), freeBytes: z.number() }),
  /** Submissions stay in the journal, or it cannot be written. */
  z.object({
    kind: z.literal('journal'),
    trouble: z.enum(['waiting', 'unwritable']),
    submissions: z.int(),
  }),
]);
export type Problem = z.infer<typeof problem>;
export type ProblemKind = Problem['kind'];

/** What a mail job carries: which mail, and where to find what it says. Never the words themselves. */
export const sendMailPayload = z.discriminatedUnion('kind', [
  z.object({
    /** To the mentor, and the automatic answer to the visitor. */
    kind: z.literal(['lead-notice', 'lead-answer']),
    leadId: z.uuid(),
    mail: z.string(),
  }),
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
  /** The address is in the request, not in its job. */
  z.object({
    /** To the person, to confirm it, and to the mentor once it is confirmed. */
    kind: z.literal(['person-request-mail', 'person-request-notice']),
    requestId: z.uuid(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('order-mail'),
    orderId: z.uuid(),
    occasion: z.enum(orderOccasions),
    audience: z.enum(['buyer', 'mentor']),
    /** What it tells of: the number of a paper, the id of a payment, or the order itself. */
    about: z.string(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('alert-mail'),
    problem,
    /** The machine that it was seen on, and when. */
    machine: z.string(),
    foundAt: z.iso.datetime(),
    mail: z.string(),
  }),
]);
export type SendMailPayload = z.infer<typeof sendMailPayload>;
export type BookingMailPayload = Extract<SendMailPayload, { kind: 'booking-mail' }>;
export type BookingReminderPayload = Extract<SendMailPayload, { kind: 'booking-reminder' }>;
export type AccountMailPayload = Extract<SendMailPayload, { kind: 'account-mail' }>;
export type AccountNoticePayload = Extract<SendMailPayload, { kind: 'account-notice' }>;
export type OrderMailPayload = Extract<SendMailPayload, { kind: 'order-mail' }>;
export type AlertMailPayload = Extract<SendMailPayload, { kind: 'alert-mail' }>;

/** The job's queue. Times are in seconds. */
export const sendMailQueue = {
  name: 'send-mail',
  options: {
    // 5, 10, 20 … up to an hour: about half a day in all.
    retryLimit: 20,
    retryBackoff: true,
    retryDelayMax: 3_600,
    // Longer than the mail server is waited for, twice (see mailer.ts).
    expireInSeconds: 120,
    // A worker that was killed is noticed by its silence, long before the job expires.
    heartbeatSeconds: 10,
    notify: true,
    deadLetter: 'send-mail-failed',
  },
} as const;

/** Where jobs go whose tries are used up, to be marked as given up. */
export const sendMailFailedQueue = { name: 'send-mail-failed', options: { notify: true } } as const;

/** Where mails wait that are still to be sent, or to be given up. */
export const mailQueues = [sendMailQueue.name, sendMailFailedQueue.name];
