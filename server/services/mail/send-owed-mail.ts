import type { Database, Transaction } from '#server/db/executor.ts';
import {
  findDelivery,
  lockDelivery,
  type MailDelivery,
  recordFailedAttempt,
  recordGivenUp,
  recordSent,
} from '#server/db/queries/mail-deliveries.ts';
import { describeError } from '#server/errors.ts';
import type { DeliverOnce } from '#server/mail/deliver-once.ts';
import type { Mail } from '#server/mail/mail.ts';

interface SendOwedMailDeps {
  db: Database;
  deliverOnce: DeliverOnce;
}

/**
 * Sends a mail that is owed, once. The delivery's row stays locked while the mail server
 * is spoken to, so no two workers do that for one key, and no lock outlives its process.
 * `compose` writes the mail, or answers nothing when it is owed no more. Throws when the mail
 * could not be sent or another worker is at it; the job then repeats.
 */
export async function sendOwedMail(
  { db, deliverOnce }: SendOwedMailDeps,
  key: string,
  compose: (delivery: MailDelivery, transaction: Transaction) => Promise<Mail | undefined>,
): Promise<void> {
  // A failed try is recorded too, so it must leave the transaction as a value, not as a throw.
  const failure = await db.transaction(async (transaction): Promise<unknown> => {
    const delivery = await lockDelivery(transaction, key);
    if (!delivery) return explainNoLock(transaction, key);
    if (delivery.status !== 'queued') return undefined;
    try {
      const mail = await compose(delivery, transaction);
      if (!mail) {
        await recordGivenUp(transaction, key, 'cancelled');
        return undefined;
      }
      await deliverOnce(mail);
    } catch (error) {
      await recordFailedAttempt(transaction, key, describeError(error));
      return error;
    }
    await recordSent(transaction, delivery);
    return undefined;
  });
  if (failure !== undefined) throw failure;
}

/** Nothing when there is no such delivery or it went out; an error when somebody else is sending it now. */
async function explainNoLock(
  db: Parameters<typeof findDelivery>[0],
  key: string,
): Promise<unknown> {
  const delivery = await findDelivery(db, key);
  return delivery?.status === 'queued'
    ? new Error('Another worker is sending this mail')
    : undefined;
}
