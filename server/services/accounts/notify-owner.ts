import type { AccountEventDetail } from '#domain/account-event.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Database, Transaction } from '#server/db/executor.ts';
import { findEvent } from '#server/db/queries/account-events.ts';
import { accountMailPrefix, queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import type { AccountNoticePayload } from '#server/jobs/send-mail.ts';
import type { DeliverOnce } from '#server/mail/mailer.ts';
import { sendQueuedMail } from '#server/services/mail/send-queued-mail.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import {
  accountNoticeSubject,
  composeAccountNotice,
  isNoticeKind,
  type NoticeKind,
} from './compose-account-notice.ts';

/**
 * Writes into the log what is new about an account, and queues a mail to its owner in the
 * same transaction: whoever has got hold of an account cannot change it unnoticed.
 */
export async function recordAndNotify<Kind extends NoticeKind>(
  { sendMail }: Pick<AccountDeps, 'sendMail'>,
  transaction: Transaction,
  kind: Kind,
  subject: { userId: string; email: string },
  visitor: Visitor,
  detail?: AccountEventDetail<Kind>,
): Promise<void> {
  const eventId = await recordEvent(transaction, kind, subject, visitor, detail);
  const mail = `${accountMailPrefix}${eventId}:notice`;
  await queueDelivery(transaction, {
    key: mail,
    recipient: subject.email,
    subject: accountNoticeSubject(kind),
  });
  await sendMail(transaction, { kind: 'account-notice', eventId, mail });
}

/** Sends the mail that tells an account's owner of a line in the log. */
export function sendAccountNotice(
  deps: { db: Database; deliverOnce: DeliverOnce; siteUrl: string },
  { eventId, mail: key }: AccountNoticePayload,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const event = await findEvent(transaction, eventId);
      if (!event || !isNoticeKind(event.kind)) return undefined;
      return composeAccountNotice({ key, to, siteUrl: deps.siteUrl, kind: event.kind, event });
    },
  });
}
