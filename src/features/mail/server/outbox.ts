import type { SiteDeps } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { SendMailPayload } from '#platform/jobs/send-mail.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { describeMailFailure } from '#platform/mail/mail-failure.ts';
import { NobodysEmailError } from '#platform/mail/mailer.ts';
import {
  isAnyQueued,
  lockDelivery,
  type MailDelivery,
  queueDelivery,
  recordFailedAttempt,
  recordGivenUp,
  recordSent,
} from './queries/mail-deliveries.ts';

/** The mails that were sent while the database was unavailable. */
interface SentMails {
  isMailed: (key: string) => boolean;
  noteSent: (key: string) => void;
}

/** What use cases work on that queue and send mails. */
export interface MailDeps extends SiteDeps {
  journal: SentMails;
}

export type OutboxDeps = Pick<MailDeps, 'db' | 'mailer' | 'journal'>;

interface MailToQueue {
  recipient: string;
  subject: string;
  payload: SendMailPayload;
}

/**
 * Queues a mail in the transaction of what it is about: its delivery, and the job that sends it. Does
 * nothing for a mail that was queued before. One that was sent while the database was unavailable is
 * only recorded.
 */
export async function queueMail(
  { journal, sendMail }: Pick<MailDeps, 'journal' | 'sendMail'>,
  transaction: Transaction,
  { payload, ...mail }: MailToQueue,
): Promise<void> {
  const delivery = { key: payload.mail, ...mail, payload };
  if (journal.isMailed(delivery.key)) return recordSent(transaction, delivery);
  if (await queueDelivery(transaction, delivery)) await sendMail(transaction, payload);
}

interface QueuedMail {
  key: string;
  /** Creates the delivery of a mail that is queued only now. Safe to repeat. */
  prepare?: (transaction: Transaction) => Promise<unknown>;
  /** Writes the mail from the current records; nothing when there is no reason to send it any more. */
  compose: (transaction: Transaction, delivery: MailDelivery) => Promise<Mail | undefined>;
  /** Schedules another job that sends it later, and returns true. Called right before it is sent. */
  postpone?: (transaction: Transaction, mail: Mail) => Promise<boolean>;
}

/**
 * Sends a queued mail and records it, while its delivery is locked: no two workers send one mail at
 * the same time. A process that is killed between the mail server's answer and the commit sends it
 * again, with the same Message-ID. Throws when the job is to be retried.
 */
export async function sendQueuedMail(
  { db, mailer, journal }: OutboxDeps,
  { key, prepare, compose, postpone }: QueuedMail,
): Promise<void> {
  if (prepare) await db.transaction(prepare);
  // A failed attempt is recorded too, so it leaves the transaction as a value, not as a throw.
  const failure = await db.transaction(async (transaction): Promise<unknown> => {
    const delivery = await lockDelivery(transaction, key);
    if (!delivery && (await isAnyQueued(transaction, [key])))
      return new Error('Another worker is sending this email');
    if (delivery?.status !== 'queued') return undefined;
    if (journal.isMailed(key)) return recordSent(transaction, delivery);
    const mail = await compose(transaction, delivery);
    if (!mail) {
      await recordGivenUp(transaction, key, 'cancelled');
      return undefined;
    }
    if (await postpone?.(transaction, mail)) return undefined;
    try {
      await mailer.send(mail);
      journal.noteSent(key);
    } catch (error) {
      await recordFailedAttempt(transaction, key, describeMailFailure(error));
      if (!(error instanceof NobodysEmailError)) return error;
      // Retrying is pointless: the mentor has to change a setting first.
      await recordGivenUp(transaction, key, 'failed', delivery.payload);
      return undefined;
    }
    return recordSent(transaction, delivery);
  });
  if (failure !== undefined) throw failure;
}
