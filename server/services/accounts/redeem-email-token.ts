import { timingSafeEqual } from 'node:crypto';
import { linkRefused, wrongCode } from '#domain/account.ts';
import { hashPassword, isPassword } from '#server/auth/passwords.ts';
import { hashToken } from '#server/auth/secret.ts';
import type { Session, Visitor } from '#server/auth/visitor.ts';
import type { TokenPurpose } from '#server/db/account-schema.ts';
import { wasEntered } from '#server/db/queries/account-events.ts';
import {
  countCodeEntry,
  deleteTokens,
  deleteTokensOf,
  findToken,
  takeToken,
} from '#server/db/queries/account-tokens.ts';
import { insertAccount, markEmailVerified, putPassword } from '#server/db/queries/accounts.ts';
import { deleteSessions } from '#server/db/queries/sessions.ts';
import { AppError, invalidBody } from '#server/errors.ts';
import {
  type AccountDeps,
  recordAndNotify,
  recordEvent,
  type WithCaptcha,
} from './account-deps.ts';
import { toCodeToken } from './account-tokens.ts';
import { beginLink, findAttemptKeys } from './attempts.ts';
import { startSession } from './sign-in.ts';

/** A code that was entered wrongly this often is dead for everybody but the account's own browsers. */
const maxCodeEntries = 5;

type LinkPurpose = Exclude<TokenPurpose, 'code'>;

/** Whether a mailed link would work now. Uses nothing up: mail scanners open links too. */
export async function isLinkGood({ db, secret }: AccountDeps, purpose: LinkPurpose, token: string) {
  const hash = hashToken(secret, purpose, token);
  return (await findToken(db, hash, purpose)) !== undefined;
}

/** Signs in by a mailed link, once, at the first level. Throws `link-refused` (403). */
export async function signInByLink(deps: AccountDeps, token: string, visitor: Visitor) {
  const { db } = deps;
  const attempt = await beginLink(deps, visitor);
  const taken = await takeToken(db, hashToken(deps.secret, 'magic-link', token), 'magic-link');
  if (!taken?.userId) throw refuseLink();
  await attempt.succeed();
  const { userId, email } = taken;
  await deleteTokens(db, { email, purpose: 'magic-link' });
  await markEmailVerified(db, userId);
  return startSession(deps, userId, visitor, { detail: 'magic link' });
}

/**
 * Signs in by a mailed code, once, at the first level. Throws `wrong-code` (401), the same for a wrong code and
 * for an address that none was sent to.
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
  const hash = hashToken(secret, 'code', toCodeToken(email, code));
  const maximum = 'code:device' in keys ? undefined : maxCodeEntries;
  const counted = await countCodeEntry(db, email, maximum);
  const isRight = counted && timingSafeEqual(Buffer.from(counted.tokenHash), Buffer.from(hash));
  const taken = isRight ? await takeToken(db, hash, 'code') : undefined;
  if (!taken?.userId) {
    const userId = counted?.userId ?? undefined;
    await recordEvent(db, 'sign-in-failed', { userId, email, visitor }, 'one-time code');
    throw new AppError(401, 'wrong-code', wrongCode);
  }
  await attempt.succeed();
  await markEmailVerified(db, taken.userId);
  return startSession(deps, taken.userId, visitor, { detail: 'one-time code' });
}

/**
 * Puts a new password in the place of the forgotten one, by a mailed link, once, and signs in.
 * Every session that there was ends, and no other link that was mailed works any more.
 */
export async function setNewPassword(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<Session> {
  const { db } = deps;
  const attempt = await beginLink(deps, visitor);
  const hash = hashToken(deps.secret, 'new-password', token);
  // Hashing a password is slow on purpose; a stranger may not make the server do it.
  if (!(await findToken(db, hash, 'new-password'))) throw refuseLink();
  const passwordHash = await hashPassword(password);
  const { userId, isOwnerNotified } = await db.transaction(async (transaction) => {
    const taken = await takeToken(transaction, hash, 'new-password');
    if (!taken?.userId) throw refuseLink();
    const { userId, email } = taken;
    await putPassword(transaction, userId, passwordHash);
    await markEmailVerified(transaction, userId);
    await deleteSessions(transaction, userId);
    await deleteTokensOf(transaction, userId);
    const event = ['password-changed', { userId, email, visitor }, 'recovery link'] as const;
    // The first password of an account is no news.
    const isNews = await wasEntered(transaction, userId);
    if (isNews) await recordAndNotify(deps, transaction, ...event);
    else await recordEvent(transaction, ...event);
    return { userId, isOwnerNotified: isNews };
  });
  await attempt.succeed();
  return startSession(deps, userId, visitor, { detail: 'recovery link', isOwnerNotified });
}

/**
 * Makes the account that a sign-up has asked for, by its mailed link and by the password that was chosen
 * then: neither whoever reads the mailbox nor whoever began it can do so alone.
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
    await recordEvent(transaction, 'account-created', subject, 'sign-up');
    return inserted;
  });
  await attempt.succeed();
  return startSession(deps, userId, visitor, { detail: 'confirmation link' });
}

const refuseLink = () => new AppError(403, 'link-refused', linkRefused);
