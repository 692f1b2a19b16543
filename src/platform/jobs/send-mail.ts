import { z } from 'zod';
import { orderOccasions } from '#features/orders/rules/index.ts';
import { tokenPurposes } from '#platform/db/schema/account-schema.ts';

/** A problem that needs a person. */
const problem = z.discriminatedUnion('kind', [
  /** Emails have failed. */
  z.object({ kind: z.literal('mail'), mails: z.int() }),
  /** The last successful backup is too old; null if there is none. */
  z.object({ kind: z.literal('backup'), madeAt: z.iso.datetime().nullable() }),
  /** The disk of the data folder is nearly full. */
  z.object({ kind: z.literal('disk'), freeBytes: z.number() }),
  /** People could not book, because many others behind their network had. */
  z.object({ kind: z.literal('turned-away'), networks: z.int() }),
  /** Submissions stay in the journal, or it cannot be written. */
  z.object({
    kind: z.literal('journal'),
    trouble: z.enum(['waiting', 'unwritable']),
    submissions: z.int(),
  }),
]);
export type Problem = z.infer<typeof problem>;
export type ProblemKind = Problem['kind'];

/**
 * The payload of an email job: the kind of email, and the ids of its records. Never contains text.
 */
export const sendMailPayload = z.discriminatedUnion('kind', [
  z.object({
    /** The notice to the mentor, and the automatic answer to the visitor. */
    kind: z.literal(['lead-notice', 'lead-answer']),
    leadId: z.uuid(),
    mail: z.string(),
  }),
  z.object({
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
  }),
  z.object({
    kind: z.literal('booking-reminder'),
    bookingId: z.uuid(),
    /** The start of the session; a moved session has new reminders. */
    startsAt: z.iso.datetime(),
    minutesBefore: z.int(),
    mail: z.string(),
  }),
  /** To pay before the hold of a session ends. */
  z.object({ kind: z.literal('hold-reminder'), bookingId: z.uuid(), mail: z.string() }),
  z.object({
    kind: z.literal('account-mail'),
    purpose: z.enum(tokenPurposes),
    email: z.string(),
    /** The sign-up token to be emailed. */
    tokenId: z.uuid().optional(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('account-notice'),
    /** The entry of the activity log. */
    eventId: z.uuid(),
    mail: z.string(),
  }),
  /** The address is in the request, not in its job. */
  z.object({
    /** To the person, who confirms the request, and then to the mentor. */
    kind: z.literal(['person-request-mail', 'person-request-notice']),
    requestId: z.uuid(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('order-mail'),
    orderId: z.uuid(),
    occasion: z.enum(orderOccasions),
    audience: z.enum(['buyer', 'mentor']),
    /** What the mail is about: the number of a paper, the id of a payment, or the id of the order. */
    about: z.string(),
    mail: z.string(),
  }),
  z.object({
    kind: z.literal('alert-mail'),
    problem,
    /** The machine with the problem, and when it was found. */
    machine: z.string(),
    foundAt: z.iso.datetime(),
    mail: z.string(),
  }),
]);
export type SendMailPayload = z.infer<typeof sendMailPayload>;
export type BookingMailPayload = Extract<SendMailPayload, { kind: 'booking-mail' }>;
export type BookingReminderPayload = Extract<SendMailPayload, { kind: 'booking-reminder' }>;
export type HoldReminderPayload = Extract<SendMailPayload, { kind: 'hold-reminder' }>;
export type AccountMailPayload = Extract<SendMailPayload, { kind: 'account-mail' }>;
export type AccountNoticePayload = Extract<SendMailPayload, { kind: 'account-notice' }>;
export type OrderMailPayload = Extract<SendMailPayload, { kind: 'order-mail' }>;
export type AlertMailPayload = Extract<SendMailPayload, { kind: 'alert-mail' }>;

/** The queue of email jobs. Times are in seconds. */
export const sendMailQueue = {
  name: 'send-mail',
  options: {
    // 5, 10, 20 … up to an hour: about half a day in total.
    retryLimit: 20,
    retryBackoff: true,
    retryDelayMax: 3_600,
    // Longer than two timeouts of the mail server (see mailer.ts).
    expireInSeconds: 120,
    // A killed worker is detected by its missing heartbeat, long before the job expires.
    heartbeatSeconds: 10,
    notify: true,
    deadLetter: 'send-mail-failed',
  },
} as const;

/** The queue for jobs whose retries are used up, which are then marked as failed. */
export const sendMailFailedQueue = { name: 'send-mail-failed', options: { notify: true } } as const;

/** The queues with unsent emails. */
export const mailQueues = [sendMailQueue.name, sendMailFailedQueue.name];
