import {
  type Credentials,
  type SignOutScope,
  wrongCredentials,
} from '#features/accounts/rules/account.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import { AppError } from '#platform/errors/errors.ts';
import { limitConcurrency } from '#platform/jobs/concurrency.ts';
import type { AttemptKeys } from '#platform/limits/limiter.ts';
import {
  type AccountDeps,
  recordAndNotify,
  recordEvent,
  type WithCaptcha,
} from './account-deps.ts';
import { findAttemptKeys } from './attempts.ts';
import { isPassword } from './auth/passwords.ts';
import { isComplete, secondFactorRequired } from './authorise.ts';
import { wasEntered } from './queries/account-events.ts';
import { findAccount } from './queries/accounts.ts';
import { deleteSession, deleteSessions } from './queries/sessions.ts';

/** Hashing uses a core for a tenth of a second, so unknown browsers get two slots. */
const limitStrangers = limitConcurrency({
  running: 2,
  waiting: 20,
  refusal: () =>
    new AppError(503, 'sign-in-busy', 'Too many people are signing in. Try again in a moment.', {
      headers: { 'Retry-After': '5' },
    }),
});

/** Signs in with a password, at the first level. Throws `wrong-credentials` (401), 429 and 503. */
export async function signIn(
  deps: AccountDeps,
  { captchaToken, ...credentials }: WithCaptcha<Credentials>,
  visitor: Visitor,
): Promise<Session> {
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
  const keys = await findAttemptKeys(deps, 'sign-in', credentials.email, visitor);
  const tryPassword = () => signInByPassword(deps, keys, credentials, visitor);
  return 'sign-in:network' in keys ? limitStrangers(tryPassword) : tryPassword();
}

async function signInByPassword(
  deps: AccountDeps,
  keys: AttemptKeys,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<Session> {
  const { db, limiter } = deps;
  const attempt = await limiter.beginAttempt(keys);
  const account = await findAccount(db, email);
  if (!(await isPassword(password, account?.passwordHash)) || !account) {
    const subject = { userId: account?.id, email, visitor };
    await recordEvent(db, 'sign-in-failed', subject, 'Wrong email or password');
    throw new AppError(401, 'wrong-credentials', wrongCredentials);
  }
  await attempt.succeed();
  return startSession(deps, account.id, visitor, 'With the password');
}

/** Begins a session at the first level, and records how. */
export async function startSession(
  deps: AccountDeps,
  userId: string,
  visitor: Visitor,
  ...record: [detail: string, isOwnerNotified?: boolean]
): Promise<Session> {
  const session = await deps.sessions.begin(userId, 'aal1', visitor);
  await recordSignIn(deps, session, ...record);
  return session;
}

/**
 * Records a sign-in. If it is complete, the browser becomes known, and the owner is notified of a
 * new browser, unless it is the account's first or another email says so.
 */
export async function recordSignIn(
  deps: AccountDeps,
  session: Session,
  detail: string,
  isOwnerNotified = false,
): Promise<void> {
  const { db, devices } = deps;
  const event = ['signed-in', session, detail] as const;
  if (!(await isComplete(deps, session))) {
    await recordEvent(db, ...event);
    return;
  }
  const device = await devices.recognise(session.email, session.visitor);
  const isNews = !device && !isOwnerNotified && (await wasEntered(db, session.userId));
  await db.transaction(async (transaction) => {
    if (isNews) await recordAndNotify(deps, transaction, ...event);
    else await recordEvent(transaction, ...event);
  });
  session.cookies.push(await devices.remember(session.email, device));
}

/**
 * Ends this session, the others, or all, and returns the cookies that clear it. Ending the others
 * requires the level that the account requires. Throws `second-factor-required` (403).
 */
export async function signOut(deps: AccountDeps, visitor: Visitor, scope: SignOutScope = 'local') {
  const { db, sessions } = deps;
  const session = await sessions.find(visitor);
  if (session && scope !== 'local') {
    if (!(await isComplete(deps, session))) throw secondFactorRequired();
    await deleteSessions(db, session.userId, session.id);
    await recordEvent(db, 'sessions-ended', session);
  }
  if (scope === 'others') return session?.cookies ?? [];
  if (session) await recordEvent(db, 'signed-out', session);
  return sessions.end(visitor);
}

/** Ends one session of the account. Throws `no-such-session` (404). */
export async function endSession({ db }: AccountDeps, session: Session, id: string): Promise<void> {
  if (!(await deleteSession(db, session.userId, id))) {
    throw new AppError(404, 'no-such-session', 'This device is signed out already.');
  }
  await recordEvent(db, 'session-ended', session);
}
