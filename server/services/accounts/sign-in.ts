import { type Credentials, wrongCredentials } from '#domain/account.ts';
import { isPassword } from '#server/auth/passwords.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { findAccount } from '#server/db/queries/accounts.ts';
import { AppError } from '#server/errors.ts';
import { limitConcurrency } from '#server/limit-concurrency.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { signInKeys } from './attempt-keys.ts';
import type { AttemptKeys } from './attempts.ts';
import { startSession } from './start-session.ts';

/**
 * Comparing a password fills a core for a tenth of a second, on the threads that read files too:
 * strangers get two of them at a time.
 */
const limitStrangers = limitConcurrency({
  running: 2,
  waiting: 20,
  refusal: () =>
    new AppError(
      503,
      'sign-in-busy',
      'Too many people are signing in just now. Please try again in a moment.',
      { headers: { 'Retry-After': '5' } },
    ),
});

/**
 * Begins a session at the first level. Throws `too-many-attempts` (429) and
 * `wrong-credentials` (401), the same, after the same work, for a wrong password and for an
 * account that does not exist; for strangers `sign-in-busy` (503), which counts as no try.
 */
export async function signIn(
  deps: AccountDeps,
  credentials: Credentials,
  visitor: Visitor,
): Promise<Session> {
  const keys = await signInKeys(deps, credentials.email, visitor);
  const tryPassword = () => signInByPassword(deps, keys, credentials, visitor);
  return 'sign-in:network' in keys ? limitStrangers(tryPassword) : tryPassword();
}

async function signInByPassword(
  { attempts, ...deps }: AccountDeps,
  keys: AttemptKeys,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<Session> {
  const { db } = deps;
  const attempt = await attempts.begin(keys);
  const account = await findAccount(db, email);
  if (!(await isPassword(password, account?.passwordHash)) || !account) {
    await recordEvent(db, 'sign-in-failed', { userId: account?.id, email }, visitor, 'password');
    throw new AppError(401, 'wrong-credentials', wrongCredentials);
  }
  await attempt.succeed();
  return startSession(deps, { userId: account.id }, visitor, { detail: 'password' });
}
