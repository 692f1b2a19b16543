import type { Session } from '#platform/auth/visitor.ts';
import { invalidBody } from '#platform/errors/errors.ts';
import { type AccountDeps, recordAndNotify, recordEvent } from './account-deps.ts';
import { hashPassword, isPassword } from './auth/passwords.ts';
import { deleteTokensOf } from './queries/account-tokens.ts';
import { findPasswordHash, putPassword } from './queries/accounts.ts';
import { deleteSessions } from './queries/sessions.ts';

/** Checks the password of a signed-in user. Throws `validation` (422) and `too-many-attempts` (429). */
export async function confirmPassword(
  { db, limiter }: Pick<AccountDeps, 'db' | 'limiter'>,
  session: Session,
  password: string,
  field = 'password',
): Promise<void> {
  const attempt = await limiter.beginAttempt({ 'confirmation:account': session.userId });
  const hash = await findPasswordHash(db, session.userId);
  if (!(await isPassword(password, hash))) {
    await recordEvent(db, 'password-confirmation-failed', session);
    throw invalidBody([{ field, message: 'Wrong password.' }]);
  }
  await attempt.succeed();
}

/**
 * Changes the password. All other sessions end, and emailed links and other known browsers become
 * invalid. Returns the cookie that keeps this browser known.
 */
export async function changePassword(
  deps: AccountDeps,
  session: Session,
  given: { currentPassword: string; newPassword: string },
): Promise<string> {
  await confirmPassword(deps, session, given.currentPassword, 'currentPassword');
  const hash = await hashPassword(given.newPassword);
  const { userId, email } = session;
  const device = await deps.devices.recognise(email, session.visitor);
  await deps.db.transaction(async (transaction) => {
    await putPassword(transaction, userId, hash);
    await deleteSessions(transaction, userId, session.id);
    await deleteTokensOf(transaction, userId);
    await recordAndNotify(deps, transaction, 'password-changed', session);
  });
  return deps.devices.remember(email, device);
}
