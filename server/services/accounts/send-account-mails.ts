import { randomInt } from 'node:crypto';
import { createLinkToken } from '#server/auth/secret.ts';
import type { Database, Transaction } from '#server/db/executor.ts';
import { findEvent } from '#server/db/queries/account-events.ts';
import { insertToken, renewToken } from '#server/db/queries/account-tokens.ts';
import { findAccount } from '#server/db/queries/accounts.ts';
import type { MailDelivery } from '#server/db/queries/mail-deliveries.ts';
import type { AccountMailPayload, AccountNoticePayload } from '#server/jobs/send-mail.ts';
import type { DeliverOnce } from '#server/mail/mailer.ts';
import { sendQueuedMail } from '#server/services/mail/send-queued-mail.ts';
import { toStoredToken } from './account-tokens.ts';
import { composeAccountMail, composeAccountNotice, isNoticeKind } from './compose-account-mails.ts';

interface AccountMailDeps {
  db: Database;
  deliverOnce: DeliverOnce;
  /** Whether the mail server has taken a mail before, which the database may not know. */
  isMailed: (key: string) => boolean;
  secret: string;
  siteUrl: string;
}

/** Nobody waits for such a mail longer than this, in milliseconds. */
const patienceMs = 60 * 60_000;

const createCode = () => String(randomInt(100_000_000)).padStart(8, '0');

/**
 * Writes a token into the database and sends it: the token is made here, so that it is
 * nowhere but in its mail. Sends nothing when there is no such account, or when the mail
 * server was away for so long that nobody waits any more.
 */
export function sendAccountMail(
  deps: AccountMailDeps,
  { purpose, email, tokenId, mail: key }: AccountMailPayload,
): Promise<void> {
  const compose = async (_: Transaction, { createdAt, recipient }: MailDelivery) => {
    if (Date.now() - createdAt.getTime() > patienceMs) return undefined;
    const account = await findAccount(deps.db, email);
    const options = { key, to: recipient, siteUrl: deps.siteUrl, purpose };
    if (deps.isMailed(key) || (purpose === 'sign-up' && account)) {
      return composeAccountMail({ ...options, token: undefined });
    }
    if (purpose !== 'sign-up' && !account) return undefined;

    const token = purpose === 'code' ? createCode() : createLinkToken();
    const stored = toStoredToken(deps.secret, { purpose, email, token });
    // Not in the transaction that waits for the mail server: what a mail holds must work even
    // if this process ends right after the mail has gone.
    if (tokenId !== undefined) {
      if (!(await renewToken(deps.db, tokenId, stored))) return undefined;
    } else {
      await insertToken(deps.db, { ...stored, userId: account?.id ?? null });
    }
    return composeAccountMail({ ...options, token });
  };
  return sendQueuedMail(deps, { key, compose });
}

/** Sends the mail that tells an account's owner of a line in the log. */
export function sendAccountNotice(
  deps: AccountMailDeps,
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
