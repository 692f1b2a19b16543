import type { FailedMail } from '#domain/overview.ts';
import { listFailedDeliveries, requeueDelivery } from '#server/db/queries/mail-deliveries.ts';
import { sendMailPayload } from '#server/jobs/send-mail.ts';
import { deskTimeoutMs, recordNotFound } from '#server/services/records/record-deps.ts';
import type { DeskDeps } from './desk-deps.ts';

/** More are not shown at once. */
const listLength = 50;

/** The mails that could not be delivered, newest first. Throws `database-unavailable` (503). */
export const listFailedMails = ({ db, circuit }: DeskDeps): Promise<FailedMail[]> =>
  circuit.run(async () => {
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
  }, deskTimeoutMs);

/**
 * Queues a mail again that was given up: one transaction for what is owed and the job that
 * sends it. Throws 404 when there is no such mail any more, `database-unavailable` (503).
 */
export const resendMail = (
  { db, circuit, sendMail }: DeskDeps,
  { key }: { key: string },
): Promise<void> =>
  circuit.run(
    () =>
      db.transaction(async (transaction) => {
        const delivery = await requeueDelivery(transaction, key);
        if (!delivery) throw recordNotFound();
        await sendMail(transaction, sendMailPayload.parse(delivery.payload));
      }),
    deskTimeoutMs,
  );
