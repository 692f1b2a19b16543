import { type Credentials, type SignOutScope, wrongCredentials } from '#domain/account.ts';
import type { AccountEventDetail } from '#domain/account-event.ts';
import { isPassword } from '#server/auth/passwords.ts';
import type { Session, Visitor } from '#server/auth/visitor.ts';
import { limitConcurrency } from '#server/concurrency.ts';
import { wasEntered } from '#server/db/queries/account-events.ts';
import { findAccount } from '#server/db/queries/accounts.ts';
import { deleteSession, deleteSessions } from '#server/db/queries/sessions.ts';
import { AppError } from '#server/errors.ts';
import type { AttemptKeys } from '#server/limits/limiter.ts';
import {
  type AccountDeps,
  recordAndNotify,
  recordEvent,
  type WithCaptcha,
} from './account-deps.ts';
import { findSignInKeys } from './attempts.ts';
import { isComplete } from './authorise.ts';

/**
 * Comparing a password fills a core for a tenth of a second, on the threads that read files too:
 * strangers get two of them at a time.
 */
const limitStrangers = limitConcurrency({
  running: 2,
  waiting: 20,
  refusal: () =>
    new AppError(503, 'sign-in-busy', 'Too many people are signing in. Try again in a moment.', {
      headers: { 'Retry-After': '5' },
    }),
});

/**
 * Begins a session at the first level. Throws 429, `wrong-credentials` (401), after the same work
 * for an account that does not exist, and `sign-in-busy` (503), which counts as no try.
 */
export async function signIn(
  deps: AccountDeps,
  { captchaToken, ...credentials }: WithCaptcha<Credentials>,
  visitor: Visitor,
): Promise<Session> {
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
  const keys = await findSignInKeys(deps, credentials.email, visitor);
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
    await recordEvent(db, 'sign-in-failed', { userId: account?.id, email, visitor }, 'password');
    throw new AppError(401, 'wrong-credentials', wrongCredentials);
  }
  await attempt.succeed();
  return startSession(deps, account.id, visitor, { detail: 'password' });
}

type SignInKind = 'signed-in' | 'second-factor-passed' | 'recovery-code-used';

interface SignInRecord<Kind extends SignInKind> {
  kind: Kind;
  detail?: AccountEventDetail<Kind>;
  /** Whether the owner hears of it already, by another mail. */
  isOwnerNotified?: boolean;
}

/** Begins the session that a sign-in has earned, and records that. `detail` says what earned it. */
export async function startSession(
  deps: AccountDeps,
  userId: string,
  visitor: Visitor,
  record: Omit<SignInRecord<'signed-in'>, 'kind'>,
): Promise<Session> {
  const session = await deps.sessions.begin(userId, 'aal1', visitor);
  await recordSignIn(deps, session, { kind: 'signed-in', ...record });
  return session;
}

/**
 * Records that a session was entered. When that completes the sign-in, the account knows its browser
 * from then on; the owner gets a mail about one that was not known, unless it is the first.
 */
export async function recordSignIn<Kind extends SignInKind>(
  deps: AccountDeps,
  session: Session,
  { kind, detail, isOwnerNotified = false }: SignInRecord<Kind>,
): Promise<void> {
  const { db, devices } = deps;
  if (!(await isComplete(deps, session))) {
    await recordEvent(db, kind, session, detail);
    return;
  }
  const device = await devices.recognise(session.email, session.visitor);
  const isNews = !device && !isOwnerNotified && (await wasEntered(db, session.userId));
  await db.transaction(async (transaction) => {
    if (isNews) await recordAndNotify(deps, transaction, kind, session, detail);
    else await recordEvent(transaction, kind, session, detail);
  });
  session.cookies.push(await devices.remember(session.email, device));
}

/**
 * Ends this session, all others, or all, and returns the cookies that forget it. Sessions elsewhere
 * are ended only by one that has the level its account demands.
 */
export async function signOut(deps: AccountDeps, visitor: Visitor, scope: SignOutScope = 'local') {
  const { db, sessions } = deps;
  const session = await sessions.find(visitor);
  if (session && scope !== 'local' && (await isComplete(deps, session))) {
    await deleteSessions(db, session.userId, { exceptId: session.id });
    await recordEvent(db, 'sessions-ended', session);
  }
  if (scope === 'others') return session?.cookies ?? [];
  if (session) await recordEvent(db, 'signed-out', session);
  return sessions.end(visitor);
}

/** Ends one session of the account, as from a list of devices. Throws `no-such-session` (404). */
export async function endSession({ db }: AccountDeps, session: Session, id: string): Promise<void> {
  if (!(await deleteSession(db, session.userId, id))) {
    throw new AppError(404, 'no-such-session', 'This device is signed out already.');
  }
  await recordEvent(db, 'session-ended', session);
}
