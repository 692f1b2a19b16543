import { randomUUID } from 'node:crypto';
import type { SiteDeps } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { MailJob } from '#platform/jobs/send-mail.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { describeMailFailure } from '#platform/mail/mail-failure.ts';
import { SampleAddressError } from '#platform/mail/mailer.ts';
import {
  isAnyQueued,
  lockDelivery,
  type MailDelivery,
  queueDelivery,
  recordFailedAttempt,
  recordGivenUp,
  recordSent,
} from './queries/mail-deliveries.ts';

/** The emails that were sent while the database was unavailable. */
interface SentMails {
  isMailed: (key: string) => boolean;
  noteSent: (key: string) => void;
}

/** The dependencies of use cases that queue and send emails. */
export interface MailDeps extends SiteDeps {
  journal: SentMails;
}

export type OutboxDeps = Pick<MailDeps, 'db' | 'mailer' | 'journal'>;

interface MailToQueue {
  recipient: string;
  subject: string;
  payload: MailJob;
  /** When it is due; immediately without it. */
  at?: Date | undefined;
}

/**
 * Queues an email in the transaction that causes it: its delivery, and the job that sends it. Does
 * nothing if it was queued before; if it was sent while the database was unavailable, only records
 * that.
 */
export async function queueMail(
  { journal, sendMail }: Pick<MailDeps, 'journal' | 'sendMail'>,
  transaction: Transaction,
  { payload, at, ...mail }: MailToQueue,
): Promise<void> {
  const delivery = { key: payload.mail, ...mail, payload };
  if (journal.isMailed(delivery.key)) return recordSent(transaction, delivery);
  if (!(await queueDelivery(transaction, delivery))) return;
  await sendMail(transaction, payload, at && { id: randomUUID(), at });
}

interface QueuedMail {
  key: string;
  /** Creates the delivery of an email that is queued only when it is due. Safe to repeat. */
  prepare?: (transaction: Transaction) => Promise<unknown>;
  /** Composes the email from the current records; undefined if it should no longer be sent. */
  compose: (transaction: Transaction, delivery: MailDelivery) => Promise<Mail | undefined>;
  /** Schedules another job to send it later, and returns true. Called right before sending. */
  postpone?: (transaction: Transaction, mail: Mail) => Promise<boolean>;
}

/**
 * Sends a queued email and records it. The delivery is locked, so no two workers send the same
 * email at the same time. A process that is killed between the mail server's answer and the commit
 * sends it again, with the same Message-ID. Throws if the job should be retried.
 */
export async function sendQueuedMail(
  { db, mailer, journal }: OutboxDeps,
  { key, prepare, compose, postpone }: QueuedMail,
): Promise<void> {
  if (prepare) await db.transaction(prepare);
  // Failures are returned, not thrown, so that the transaction records them.
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
      if (!(error instanceof SampleAddressError)) return error;
      // Retrying does not help: the mentor has to change a setting first.
      await recordGivenUp(transaction, key, 'failed', delivery.payload);
      return undefined;
    }
    return recordSent(transaction, delivery);
  });
  if (failure !== undefined) throw failure;
}
