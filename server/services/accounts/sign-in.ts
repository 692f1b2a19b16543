import { type Credentials, wrongCredentials } from '#domain/account.ts';
import { isPassword } from '#server/auth/passwords.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { hasEnteredFrom } from '#server/db/queries/account-events.ts';
import { findAccount } from '#server/db/queries/accounts.ts';
import { AppError } from '#server/errors.ts';
import { type AccountDeps, letIn, recordEvent } from './account-deps.ts';
import { attemptBy } from './attempts.ts';

/** For how long an account remembers where it was entered from, in days. */
const knownAddressDays = 90;

/**
 * Begins a session at the first level. Throws `too-many-attempts` (429) and
 * `wrong-credentials` (401), the same, after the same work, for a wrong password and for an
 * account that does not exist.
 */
export async function signIn(
  deps: AccountDeps,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<Session> {
  const { db, attempts } = deps;
  const { network, accountAndNetwork } = attemptBy(visitor.address, email);
  const isKnown = await hasEnteredFrom(db, {
    email,
    ipAddress: visitor.address,
    days: knownAddressDays,
  });
  const attempt = await attempts.begin({
    'sign-in:account-and-address': accountAndNetwork,
    'sign-in:address': network,
    // Strangers may use this one up: whoever has been here before is spared it.
    ...(!isKnown && { 'sign-in:account': email }),
  });
  const account = await findAccount(db, email);
  if (!(await isPassword(password, account?.passwordHash)) || !account) {
    await recordEvent(db, 'sign-in-failed', { userId: account?.id, email }, visitor, 'password');
    throw new AppError({
      code: 'wrong-credentials',
      status: 401,
      message: 'Wrong email address or password',
      userMessage: wrongCredentials,
    });
  }
  await attempt.succeed();
  return letIn(deps, { userId: account.id, email }, visitor, 'password');
}
