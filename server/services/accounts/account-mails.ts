import { randomInt, randomUUID } from 'node:crypto';
import { type Credentials, signUpRefused } from '#domain/account.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { createLinkToken } from '#server/auth/secret.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { TokenPurpose } from '#server/db/account-schema.ts';
import type { Database, Transaction } from '#server/db/executor.ts';
import { findEvent } from '#server/db/queries/account-events.ts';
import { insertToken, renewToken } from '#server/db/queries/account-tokens.ts';
import { findAccount } from '#server/db/queries/accounts.ts';
import {
  accountMailPrefix,
  type MailDelivery,
  queueDelivery,
} from '#server/db/queries/mail-deliveries.ts';
import { AppError } from '#server/errors.ts';
import type { AccountMailPayload, AccountNoticePayload } from '#server/jobs/send-mail.ts';
import { toNetworkKey } from '#server/limits/network-keys.ts';
import { type OutboxDeps, sendQueuedMail } from '#server/services/mail/outbox.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';
import { type AccountDeps, recordEvent, type WithCaptcha } from './account-deps.ts';
import { toStoredToken } from './account-tokens.ts';
import { beginAttempt } from './attempts.ts';
import {
  accountMailSubject,
  composeAccountMail,
  composeAccountNotice,
  isNoticeKind,
} from './compose-account-mails.ts';

/**
 * Queues a mail to somebody, if there is such an account, which the job looks up: the answer here
 * is the same for everybody, and takes the same time. Throws `too-many-attempts` (429).
 */
export async function requestMail(
  deps: AccountDeps,
  given: WithCaptcha<{ purpose: Exclude<TokenPurpose, 'sign-up'>; email: string }>,
  visitor: Visitor,
): Promise<void> {
  const { purpose, email, captchaToken } = given;
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
  await beginAttempt(deps, 'mail', email, visitor);
  await deps.db.transaction(async (transaction) => {
    await recordEvent(transaction, 'mail-asked', { email, visitor }, purpose);
    await queueAccountMail(deps, transaction, { purpose, email });
  });
}

/**
 * Begins an account for an address that the operator has named; it exists once its mailed link is
 * used. Throws `sign-up-refused` (403) for any other address, and `too-many-attempts` (429).
 */
export async function requestSignUp(
  deps: AccountDeps,
  { email, password, captchaToken }: WithCaptcha<Credentials>,
  visitor: Visitor,
): Promise<void> {
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
  await deps.limiter.beginAttempt({ 'sign-up:network': toNetworkKey(visitor.ipAddress) });
  if (!deps.adminEmails.includes(email)) {
    await recordEvent(deps.db, 'sign-up-refused', { email, visitor });
    throw new AppError(403, 'sign-up-refused', signUpRefused, {
      message: 'A sign-up of an address that is not in ADMIN_EMAILS',
    });
  }
  await beginAttempt(deps, 'mail', email, visitor);
  const passwordHash = await hashPassword(password);
  // Nobody knows this token: the job puts another in its place, and mails that.
  const unknown = { purpose: 'sign-up', email, token: createLinkToken() } as const;
  const stored = { ...toStoredToken(deps.secret, unknown), userId: null, passwordHash };
  await deps.db.transaction(async (transaction) => {
    const tokenId = await insertToken(transaction, stored);
    await recordEvent(transaction, 'mail-asked', { email, visitor }, 'sign-up');
    await queueAccountMail(deps, transaction, { purpose: 'sign-up', email, tokenId });
  });
}

async function queueAccountMail(
  { sendMail, readFacts }: AccountDeps,
  transaction: Transaction,
  { purpose, email, ...token }: { purpose: TokenPurpose; email: string; tokenId?: string },
): Promise<void> {
  const mail = `${accountMailPrefix}${randomUUID()}:${purpose}`;
  const subject = accountMailSubject(purpose, (await readFacts()).site);
  await queueDelivery(transaction, { key: mail, recipient: email, subject });
  await sendMail(transaction, { kind: 'account-mail', purpose, email, mail, ...token });
}

interface AccountMailDeps extends OutboxDeps {
  db: Database;
  secret: string;
  siteUrl: string;
  readFacts: ReadFacts;
}

/** Nobody waits for such a mail longer than this, in milliseconds. */
const patienceMs = 60 * 60_000;

const createCode = () => String(randomInt(100_000_000)).padStart(8, '0');

/**
 * Writes a token into the database and sends it: made here, it is nowhere but in its mail. Sends
 * nothing when there is no such account, or nobody waits for it any more.
 */
export function sendAccountMail(
  deps: AccountMailDeps,
  { purpose, email, tokenId, mail: key }: AccountMailPayload,
): Promise<void> {
  const compose = async (_: Transaction, { createdAt, recipient }: MailDelivery) => {
    if (Date.now() - createdAt.getTime() > patienceMs) return undefined;
    const account = await findAccount(deps.db, email);
    const facts = await deps.readFacts();
    const options = { key, to: recipient, siteUrl: deps.siteUrl, facts, purpose };
    if (purpose === 'sign-up' && account) {
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
      const { siteUrl } = deps;
      const facts = await deps.readFacts();
      return composeAccountNotice({ key, to, siteUrl, facts, kind: event.kind, event });
    },
  });
}
