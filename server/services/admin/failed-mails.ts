import type { FailedMail } from '#domain/overview.ts';
import type { Database } from '#server/db/executor.ts';
import { listFailedDeliveries, requeueDelivery } from '#server/db/queries/mail-deliveries.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import { sendMailPayload } from '#server/jobs/send-mail.ts';
import { recordNotFound } from '#server/services/records/record-services.ts';

/** More are not shown at once. */
const listLength = 50;

/** Lists the mails that could not be delivered, newest first. */
export async function listFailedMails({ db }: { db: Database }): Promise<FailedMail[]> {
  const rows = await listFailedDeliveries(db, listLength);
  return rows.map((row) => ({
    key: row.key,
    recipient: row.recipient,
    subject: row.subject,
    attempts: row.attempts,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    is_resendable: row.payload !== null,
  }));
}

/**
 * Queues a mail again that was given up: one transaction for its delivery and the job that
 * sends it. Throws 404 when there is no such mail any more.
 */
export const resendMail = (
  { db, sendMail }: { db: Database; sendMail: SendMail },
  { key }: { key: string },
): Promise<void> =>
  db.transaction(async (transaction) => {
    const delivery = await requeueDelivery(transaction, key);
    if (!delivery) throw recordNotFound();
    await sendMail(transaction, sendMailPayload.parse(delivery.payload));
  });
