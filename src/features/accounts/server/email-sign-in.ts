import { randomUUID } from 'node:crypto';
import {
  type Credentials,
  linkRefused,
  signUpRefused,
  wrongCode,
} from '#features/accounts/rules/account.ts';
import { accountMailPrefix, queueDelivery } from '#features/mail/server/index.ts';
import { createLinkToken, hashToken, isSameText } from '#platform/auth/secret.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import type { TokenPurpose } from '#platform/db/schema/account-schema.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import { toNetworkKey } from '#platform/limits/network-keys.ts';
import {
  type AccountDeps,
  recordAndNotify,
  recordEvent,
  type WithCaptcha,
} from './account-deps.ts';
import { accountMailSubject } from './account-mails.ts';
import { hashMailed, tokenKinds, toStoredToken } from './account-tokens.ts';
import { beginAttempt, beginLink, findAttemptKeys } from './attempts.ts';
import { hashPassword, isPassword } from './auth/passwords.ts';
import { wasEntered } from './queries/account-events.ts';
import {
  countCodeEntry,
  deleteTokens,
  deleteTokensOf,
  findToken,
  insertToken,
  takeToken,
} from './queries/account-tokens.ts';
import { insertAccount, putPassword } from './queries/accounts.ts';
import { deleteSessions } from './queries/sessions.ts';
import { startSession } from './sign-in.ts';

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

interface MailRequest {
  purpose: TokenPurpose;
  email: string;
  visitor: Visitor;
  /** The hash of the password chosen at sign-up. */
  passwordHash?: string;
}

async function queueAccountMail(
  { db, secret, sendMail, readSettings }: AccountDeps,
  { purpose, email, visitor, passwordHash }: MailRequest,
): Promise<void> {
  const mail = `${accountMailPrefix}${randomUUID()}:${purpose}`;
  const subject = accountMailSubject(purpose, (await readSettings()).site);
  await db.transaction(async (transaction) => {
    await recordEvent(transaction, 'mail-asked', { email, visitor }, tokenKinds[purpose].name);
    const payload = { kind: 'account-mail', purpose, email, mail } as const;
    await queueDelivery(transaction, { key: mail, recipient: email, subject });
    if (passwordHash === undefined) return sendMail(transaction, payload);
    // The job replaces this token with the one that it emails.
    const placeholder = toStoredToken(secret, { purpose, email, token: createLinkToken() });
    const tokenId = await insertToken(transaction, { ...placeholder, passwordHash });
    return sendMail(transaction, { ...payload, tokenId });
  });
}

/** How often strangers may enter a code before it becomes invalid. */
const maxCodeEntries = 5;

/** Returns whether a link would work, without using it: mail scanners open links too. */
export async function isLinkGood(
  { db, secret }: AccountDeps,
  purpose: Exclude<TokenPurpose, 'code'>,
  token: string,
) {
  return (await findToken(db, hashToken(secret, purpose, token), purpose)) !== undefined;
}

/** Signs in with a magic link, at the first level. Throws `link-refused` (403). */
export async function signInByLink(deps: AccountDeps, token: string, visitor: Visitor) {
  const { db, secret } = deps;
  const attempt = await beginLink(deps, visitor);
  const taken = await takeToken(db, hashToken(secret, 'magic-link', token), 'magic-link');
  if (!taken?.userId) throw refuseLink();
  await attempt.succeed();
  await deleteTokens(db, taken);
  return startSession(deps, taken.userId, visitor, 'With a magic link');
}

/**
 * Signs in with an emailed code, at the first level. Throws `wrong-code` (401), also for an address
 * without an account.
 */
export async function signInByCode(
  deps: AccountDeps,
  { email, code, captchaToken }: WithCaptcha<{ email: string; code: string }>,
  visitor: Visitor,
): Promise<Session> {
  const { db, secret } = deps;
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
  const keys = await findAttemptKeys(deps, 'code', email, visitor);
  const attempt = await deps.limiter.beginAttempt(keys);
  const hash = hashMailed(secret, { purpose: 'code', email, token: code });
  const maximum = 'code:device' in keys ? undefined : maxCodeEntries;
  const counted = await countCodeEntry(db, email, maximum);
  const isRight = counted && isSameText(counted.tokenHash, hash);
  const taken = isRight ? await takeToken(db, hash, 'code') : undefined;
  if (!taken?.userId) {
    const subject = { userId: counted?.userId ?? undefined, email, visitor };
    await recordEvent(db, 'sign-in-failed', subject, 'Wrong or expired code');
    throw new AppError(401, 'wrong-code', wrongCode);
  }
  await attempt.succeed();
  return startSession(deps, taken.userId, visitor, 'With a one-time code');
}

/**
 * Replaces a forgotten password and signs in. All other sessions end, and other emailed links become
 * invalid. Throws `link-refused` (403).
 */
export async function setNewPassword(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<Session> {
  const { db } = deps;
  const attempt = await beginLink(deps, visitor);
  const hash = hashToken(deps.secret, 'new-password', token);
  // Hashing is slow: strangers must not be able to cause it.
  if (!(await findToken(db, hash, 'new-password'))) throw refuseLink();
  const passwordHash = await hashPassword(password);
  const detail = 'With a password reset link';
  const { userId, isOwnerNotified } = await db.transaction(async (transaction) => {
    const taken = await takeToken(transaction, hash, 'new-password');
    if (!taken?.userId) throw refuseLink();
    const { userId, email } = taken;
    await putPassword(transaction, userId, passwordHash);
    await deleteSessions(transaction, userId);
    await deleteTokensOf(transaction, userId);
    const event = ['password-changed', { userId, email, visitor }, detail] as const;
    // An account's first password needs no notice.
    const isNews = await wasEntered(transaction, userId);
    if (isNews) await recordAndNotify(deps, transaction, ...event);
    else await recordEvent(transaction, ...event);
    return { userId, isOwnerNotified: isNews };
  });
  await attempt.succeed();
  return startSession(deps, userId, visitor, detail, isOwnerNotified);
}

/**
 * Completes a sign-up with its link and the chosen password: neither a stranger who started it nor
 * someone who reads the mailbox can complete it alone. Throws `link-refused` (403).
 */
export async function confirmSignUp(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<Session> {
  const { db } = deps;
  const attempt = await beginLink(deps, visitor);
  const hash = hashToken(deps.secret, 'sign-up', token);
  const pending = await findToken(db, hash, 'sign-up');
  if (!pending || !deps.adminEmails.includes(pending.email)) throw refuseLink();
  const { email, passwordHash } = pending;
  if (!passwordHash || !(await isPassword(password, passwordHash))) {
    throw invalidBody([
      { field: 'password', message: 'This is not the password you chose when you signed up.' },
    ]);
  }
  const userId = await db.transaction(async (transaction) => {
    const taken = await takeToken(transaction, hash, 'sign-up');
    const account = { email, passwordHash, isEmailVerified: true };
    const inserted = taken && (await insertAccount(transaction, account));
    if (!inserted) throw refuseLink();
    await deleteTokens(transaction, { email, purpose: 'sign-up' });
    const subject = { userId: inserted, email, visitor };
    await recordEvent(transaction, 'account-created', subject, 'By signing up');
    return inserted;
  });
  await attempt.succeed();
  return startSession(deps, userId, visitor, 'With a confirmation link');
}

const refuseLink = () => new AppError(403, 'link-refused', linkRefused);
