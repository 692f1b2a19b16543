import type { Session, Visitor } from '#platform/auth/visitor.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { AccountDeps } from './account-deps.ts';
import { hasSecondFactor } from './queries/factors.ts';
import { findLiveSession } from './queries/sessions.ts';
import { readAccount } from './read-account.ts';

/**
 * Returns whether a session has the level that its account requires. Every sign-in method relies on
 * this check alone.
 */
export const isComplete = async ({ db }: AccountDeps, { level, userId }: Session) =>
  level === 'aal2' || !(await hasSecondFactor(db, userId));

/** Returns the session that may use the admin, or what is missing. */
async function findAdmin(deps: AccountDeps, visitor: Visitor) {
  const session = await findSession(deps, visitor);
  if (!session) return 'signed-out';
  return (await isComplete(deps, session)) ? session : 'second-factor';
}

/** Returns the session of an API call. Throws `signed-out` (401) and `second-factor-required` (403). */
export async function authorise(deps: AccountDeps, visitor: Visitor): Promise<Session> {
  const found = await findAdmin(deps, visitor);
  if (found === 'signed-out') throw signedOut();
  if (found !== 'second-factor') return found;
  throw secondFactorRequired();
}

/** Returns what an admin page may read, or what is missing. */
export async function enterAdmin(deps: AccountDeps, visitor: Visitor) {
  const session = await findAdmin(deps, visitor);
  if (typeof session === 'string') return session;
  const { email, cookies } = session;
  return { email, cookies, readAccount: () => readAccount(deps, session) };
}

async function findSession(
  { db, sessions }: AccountDeps,
  visitor: Visitor,
): Promise<Session | undefined> {
  const authorization = visitor.headers.get('authorization');
  if (authorization === null) return sessions.find(visitor);
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
  const sessionId = token && (await sessions.verifyApiToken(token));
  const session = sessionId && (await findLiveSession(db, sessionId));
  return session ? { ...session, visitor, cookies: [] } : undefined;
}

/** The session has passed only the first of two steps (403). */
export const secondFactorRequired = () =>
  new AppError(403, 'second-factor-required', 'Complete the second step of your sign-in.', {
    message: 'A session at aal1 of an account with a second factor',
  });

/** The visitor is not signed in (401). */
export const signedOut = () =>
  new AppError(401, 'signed-out', 'Sign in to continue.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
