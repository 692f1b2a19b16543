import { randomInt, randomUUID } from 'node:crypto';
import { type Credentials, signUpRefused } from '#features/accounts/rules/account.ts';
import {
  accountMailPrefix,
  type OutboxDeps,
  queueDelivery,
  sendQueuedMail,
} from '#features/mail/server/index.ts';
import type { ReadFacts } from '#features/settings/server/index.ts';
import { createLinkToken } from '#platform/auth/secret.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import type { Database } from '#platform/db/executor.ts';
import type { TokenPurpose } from '#platform/db/schema/account-schema.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { AccountMailPayload, AccountNoticePayload } from '#platform/jobs/send-mail.ts';
import { toNetworkKey } from '#platform/limits/network-keys.ts';
import { type AccountDeps, recordEvent, type WithCaptcha } from './account-deps.ts';
import { toStoredToken } from './account-tokens.ts';
import { beginAttempt } from './attempts.ts';
import { hashPassword } from './auth/passwords.ts';
import {
  accountMailSubject,
  composeAccountMail,
  composeAccountNotice,
  isNoticeKind,
} from './compose-account-mails.ts';
import { findEvent } from './queries/account-events.ts';
import { insertToken, renewToken } from './queries/account-tokens.ts';
import { findAccount } from './queries/accounts.ts';

/**
 * Queues an email with a link or code. The job looks up the account, so that the response and its
 * timing are the same for every address. Throws `too-many-attempts` (429).
 */
export async function requestMail(
  deps: AccountDeps,
  given: WithCaptcha<{ purpose: Exclude<TokenPurpose, 'sign-up'>; email: string }>,
  visitor: Visitor,
): Promise<void> {
  const { purpose, email, captchaToken } = given;
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
  await beginAttempt(deps, 'mail', email, visitor);
  await queueAccountMail(deps, { purpose, email, visitor });
}

/**
 * Begins a sign-up, which its emailed link completes. Throws `sign-up-refused` (403) unless
 * ADMIN_EMAILS contains the address, and `too-many-attempts` (429).
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
  await queueAccountMail(deps, { purpose: 'sign-up', email, visitor, passwordHash });
}

const requested: Record<TokenPurpose, string> = {
  'sign-up': 'Confirmation link',
  'magic-link': 'Magic link',
  code: 'One-time code',
  'new-password': 'Password reset link',
};

interface MailRequest {
  purpose: TokenPurpose;
  email: string;
  visitor: Visitor;
  /** The hash of the password chosen at sign-up. */
  passwordHash?: string;
}

async function queueAccountMail(
  { db, secret, sendMail, readFacts }: AccountDeps,
  { purpose, email, visitor, passwordHash }: MailRequest,
): Promise<void> {
  const mail = `${accountMailPrefix}${randomUUID()}:${purpose}`;
  const subject = accountMailSubject(purpose, (await readFacts()).site);
  await db.transaction(async (transaction) => {
    await recordEvent(transaction, 'mail-asked', { email, visitor }, requested[purpose]);
    const payload = { kind: 'account-mail', purpose, email, mail } as const;
    await queueDelivery(transaction, { key: mail, recipient: email, subject });
    if (passwordHash === undefined) return sendMail(transaction, payload);
    // The job replaces this token with the one that it emails.
    const placeholder = toStoredToken(secret, { purpose, email, token: createLinkToken() });
    const tokenId = await insertToken(transaction, { ...placeholder, passwordHash });
    return sendMail(transaction, { ...payload, tokenId });
  });
}

interface AccountMailDeps extends OutboxDeps {
  db: Database;
  secret: string;
  siteUrl: string;
  readFacts: ReadFacts;
}

/** Older requests are dropped, in milliseconds. */
const maxAgeMs = 60 * 60_000;

const createCode = () => String(randomInt(100_000_000)).padStart(8, '0');

/**
 * Creates a token and emails it; it is stored nowhere else. Sends nothing if there is no such account,
 * or if the request is too old.
 */
export function sendAccountMail(
  deps: AccountMailDeps,
  { purpose, email, tokenId, mail: key }: AccountMailPayload,
): Promise<void> {
  const { db, secret, siteUrl } = deps;
  return sendQueuedMail(deps, {
    key,
    async compose(_, { createdAt, recipient: to }) {
      if (Date.now() - createdAt.getTime() > maxAgeMs) return undefined;
      const account = await findAccount(db, email);
      const options = { key, to, siteUrl, facts: await deps.readFacts(), purpose };
      if (purpose === 'sign-up' && account) return composeAccountMail(options);
      if (purpose !== 'sign-up' && !account) return undefined;

      const token = purpose === 'code' ? createCode() : createLinkToken();
      const stored = toStoredToken(secret, { purpose, email, token });
      // Outside the email's transaction: the token must be valid as soon as the email is sent.
      if (tokenId === undefined) await insertToken(db, { ...stored, userId: account?.id ?? null });
      else if (!(await renewToken(db, tokenId, stored))) return undefined;
      return composeAccountMail({ ...options, token });
    },
  });
}

/** Emails an account's owner about an entry in the activity log. */
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
