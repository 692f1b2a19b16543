import type { Transaction } from '#server/db/executor.ts';
import {
  findDelivery,
  lockDelivery,
  type MailDelivery,
  recordFailedAttempt,
  recordGivenUp,
  recordSent,
} from '#server/db/queries/mail-deliveries.ts';
import type { Mail } from '#server/mail/mail.ts';
import { describeMailFailure, NobodysEmailError } from '#server/mail/mailer.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';

export type SendQueuedMailDeps = Pick<ServiceDeps, 'db' | 'deliverOnce'>;

interface QueuedMail {
  key: string;
  /** Makes the delivery's row for a mail that is queued only now. */
  prepare?: (transaction: Transaction) => Promise<unknown>;
  /** Writes the mail as the records stand now; nothing when there is no reason for it any more. */
  compose: (transaction: Transaction, delivery: MailDelivery) => Promise<Mail | undefined>;
  /** Has it sent later, by another job, and answers true; asked right before it would go out. */
  postpone?: (transaction: Transaction, mail: Mail) => Promise<boolean>;
}

/**
 * Sends a queued mail, once. Its row stays locked while the mail server is spoken to: no two
 * workers do that for one key, and no lock outlives its process. Throws when the job has to repeat.
 */
export async function sendQueuedMail(
  { db, deliverOnce }: SendQueuedMailDeps,
  { key, prepare, compose, postpone }: QueuedMail,
): Promise<void> {
  // A failed try is recorded too, so it must leave the transaction as a value, not as a throw.
  const failure = await db.transaction(async (transaction): Promise<unknown> => {
    await prepare?.(transaction);
    const delivery = await lockDelivery(transaction, key);
    if (!delivery) {
      const locked = await findDelivery(transaction, key);
      return locked?.status === 'queued'
        ? new Error('Another worker is sending this mail')
        : undefined;
    }
    if (delivery.status !== 'queued') return undefined;
    const mail = await compose(transaction, delivery);
    if (!mail) {
      await recordGivenUp(transaction, key, 'cancelled');
      return undefined;
    }
    if (await postpone?.(transaction, mail)) return undefined;
    try {
      await deliverOnce(mail);
    } catch (error) {
      // For the admin's eyes, who may read whom the mail server means.
      await recordFailedAttempt(transaction, key, describeMailFailure(error));
      if (!(error instanceof NobodysEmailError)) return error;
      // Said at once: only the mentor can do something about it.
      await recordGivenUp(transaction, key, 'failed', delivery.payload);
      return undefined;
    }
    await recordSent(transaction, delivery);
    return undefined;
  });
  if (failure !== undefined) throw failure;
}
