import type { Session, Visitor } from '#server/auth/visitor.ts';
import { hasVerifiedFactor } from '#server/db/queries/factors.ts';
import { findLiveSession } from '#server/db/queries/sessions.ts';
import { AppError } from '#server/errors.ts';
import type { AccountDeps } from './account-deps.ts';
import { readAccount } from './read-account.ts';

/** Why somebody is not let in: nobody is signed in, or the account's second factor is missing. */
type AccessDenied = 'signed-out' | 'second-factor';

/**
 * Returns who may administer, asked anew for every call: whoever has a session at the level that the
 * account has enrolled for, by cookie or by an API token, which ends when its session does.
 */
async function findAdmin(deps: AccountDeps, visitor: Visitor): Promise<Session | AccessDenied> {
  const session = await findSession(deps, visitor);
  if (!session) return 'signed-out';
  return (await isComplete(deps, session)) ? session : 'second-factor';
}

/** Returns whether a session has the level that its account has enrolled for. */
export const isComplete = async ({ db }: AccountDeps, { level, userId }: Session) =>
  level === 'aal2' || !(await hasVerifiedFactor(db, userId));

/** Returns the same for the API. Throws `signed-out` (401) and `second-factor-required` (403). */
export async function authorise(deps: AccountDeps, visitor: Visitor): Promise<Session> {
  const found = await findAdmin(deps, visitor);
  if (found === 'signed-out') throw signedOut();
  if (found !== 'second-factor') return found;
  throw new AppError(403, 'second-factor-required', 'Enter the code from your authenticator app.', {
    message: 'A session at aal1 of an account with a second factor',
  });
}

/**
 * Lets in whoever may administer, and hands out what belongs to them only: there is no other way to
 * it, so no page can forget to ask. Returns what is missing when nobody is let in.
 */
export async function enterAdmin(deps: AccountDeps, visitor: Visitor) {
  const session = await findAdmin(deps, visitor);
  if (typeof session === 'string') return session;
  const { email, cookies } = session;
  return { email, cookies, readAccount: () => readAccount(deps, session) };
}

async function findSession(
  { db, sessions, apiTokens }: AccountDeps,
  visitor: Visitor,
): Promise<Session | undefined> {
  const authorization = visitor.headers.get('authorization');
  if (authorization === null) return sessions.find(visitor);
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
  const sessionId = token && (await apiTokens.verify(token));
  const session = sessionId && (await findLiveSession(db, sessionId));
  return session ? { ...session, visitor, cookies: [] } : undefined;
}

/** 401: nobody is signed in. */
export const signedOut = () =>
  new AppError(401, 'signed-out', 'Sign in to continue.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
