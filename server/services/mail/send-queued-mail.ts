import type { Executor, Transaction } from '#server/db/executor.ts';
import { claimDelivery, releaseDelivery } from '#server/db/queries/mail-claims.ts';
import {
  findDelivery,
  lockDelivery,
  type MailDelivery,
  recordFailedAttempt,
  recordGivenUp,
  recordSent,
} from '#server/db/queries/mail-deliveries.ts';
import { beginHandover, endHandover, isHandedOver } from '#server/db/queries/mail-handovers.ts';
import type { Mail } from '#server/mail/mail.ts';
import { describeMailFailure } from '#server/mail/mail-failure.ts';
import { NobodysEmailError } from '#server/mail/mailer.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';

export type SendQueuedMailDeps = Pick<ServiceDeps, 'db' | 'deliverOnce' | 'processId' | 'noteSent'>;

interface QueuedMail {
  key: string;
  /** Makes the delivery's row for a mail that is queued only now. Safe to repeat. */
  prepare?: (transaction: Transaction) => Promise<unknown>;
  /** Writes the mail as the records stand now; nothing when there is no reason for it any more. */
  compose: (transaction: Transaction, delivery: MailDelivery) => Promise<Mail | undefined>;
  /** Has it sent later, by another job, and answers true; asked right before it would go out. */
  postpone?: (transaction: Transaction, mail: Mail) => Promise<boolean>;
}

/**
 * Sends a queued mail, once. Its row stays locked while the mail server is spoken to: no two
 * workers do that for one key, and no lock outlives its process. What does is the claim on it: of
 * several processes the one that may have sent a mail says so, before another sends it. Throws when
 * the job has to repeat, and UncertainDelivery when it must not.
 */
export async function sendQueuedMail(
  { db, deliverOnce, processId, noteSent }: SendQueuedMailDeps,
  { key, prepare, compose, postpone }: QueuedMail,
): Promise<void> {
  if (prepare) await db.transaction(prepare);
  if (processId !== undefined && !(await claimDelivery(db, key, processId))) {
    return requireDone(db, key);
  }
  const release = async (within: Executor) => {
    if (processId !== undefined) await releaseDelivery(within, key, processId);
  };
  let sent: MailDelivery | undefined;
  // A failed try is recorded too, so it must leave the transaction as a value, not as a throw.
  const trying = db.transaction(async (transaction): Promise<unknown> => {
    const delivery = await lockDelivery(transaction, key);
    // Another worker of this process has it, and the claim.
    if (!delivery) return requireDone(transaction, key).catch((error: unknown) => error);
    // Called off since it was claimed. It may come back, and any process may send it then.
    if (delivery.status !== 'queued') {
      await release(transaction);
      return undefined;
    }
    const mail = await compose(transaction, delivery);
    if (!mail) {
      await recordGivenUp(transaction, key, 'cancelled');
      await release(transaction);
      return undefined;
    }
    if (await postpone?.(transaction, mail)) {
      await release(transaction);
      return undefined;
    }
    try {
      await deliverOnce(mail, {
        isBegun: () => isHandedOver(transaction, key),
        // On connections of their own: it has to stand before the mail server has the mail.
        begin: async () => void (await beginHandover(db, key)),
        end: async () => void (await endHandover(db, key)),
      });
    } catch (error) {
      // For the admin's eyes, who may read whom the mail server means.
      await recordFailedAttempt(transaction, key, describeMailFailure(error));
      if (!(error instanceof NobodysEmailError)) return error;
      // Said at once: only the mentor can do something about it.
      await recordGivenUp(transaction, key, 'failed', delivery.payload);
      return undefined;
    }
    sent = delivery;
    await recordSent(transaction, delivery);
    await endHandover(transaction, key);
    return undefined;
  });
  const failure = await trying.catch(async (error: unknown) => {
    // It went out, and the database has not heard of it; or it did not, and any process may try.
    if (sent) noteSent(sent);
    else await release(db).catch(() => {});
    throw error;
  });
  if (failure !== undefined) throw failure;
}

/** Throws unless there is nothing left to send. */
async function requireDone(db: Executor, key: string): Promise<void> {
  if ((await findDelivery(db, key))?.status !== 'queued') return;
  throw new Error('Another worker is sending this email, or has not reported yet');
}
