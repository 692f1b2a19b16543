import { z } from 'zod';

/**
 * The payload of an email job: the kind of email, the key of its delivery, and the ids of its
 * records. Never contains text. Each topic declares the payloads of its emails.
 */
export const mailJob = z.looseObject({ kind: z.string(), mail: z.string() });
export type MailJob = z.infer<typeof mailJob>;

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
