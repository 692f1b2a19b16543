import { hashPassword, isPassword } from '#server/auth/passwords.ts';
import type { Session } from '#server/auth/visitor.ts';
import { deleteTokensOf } from '#server/db/queries/account-tokens.ts';
import { findPasswordHash, putPassword } from '#server/db/queries/accounts.ts';
import { deleteSessions } from '#server/db/queries/sessions.ts';
import { invalidBody } from '#server/errors.ts';
import { type AccountDeps, recordAndNotify, recordEvent } from './account-deps.ts';

/**
 * Asks whoever is signed in for their password once more. Throws `validation` (422) at the
 * given field when it is wrong, `too-many-attempts` (429) when it was wrong too often.
 */
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
 * Changes the password. Every other session of the account ends, so does every mailed link, and
 * no other browser is known to the account any more. Returns the cookie by which this one is.
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
    await deleteSessions(transaction, userId, { exceptId: session.id });
    await deleteTokensOf(transaction, userId);
    await recordAndNotify(deps, transaction, 'password-changed', session);
  });
  return deps.devices.remember(email, device);
}
