import { linkRefused, wrongCode } from '#features/accounts/rules/account.ts';
import { hashToken, isSameText } from '#platform/auth/secret.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import type { TokenPurpose } from '#platform/db/schema/account-schema.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import {
  type AccountDeps,
  recordAndNotify,
  recordEvent,
  type WithCaptcha,
} from './account-deps.ts';
import { hashMailed } from './account-tokens.ts';
import { beginLink, findAttemptKeys } from './attempts.ts';
import { hashPassword, isPassword } from './auth/passwords.ts';
import { wasEntered } from './queries/account-events.ts';
import {
  countCodeEntry,
  deleteTokens,
  deleteTokensOf,
  findToken,
  takeToken,
} from './queries/account-tokens.ts';
import { insertAccount, markEmailVerified, putPassword } from './queries/accounts.ts';
import { deleteSessions } from './queries/sessions.ts';
import { startSession } from './sign-in.ts';

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
  await markEmailVerified(db, taken.userId);
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
  await markEmailVerified(db, taken.userId);
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
    await markEmailVerified(transaction, userId);
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
