import type { ApiTokens } from '#server/auth/api-tokens.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { hasVerifiedFactor } from '#server/db/queries/factors.ts';
import { findLiveSession } from '#server/db/queries/sessions.ts';
import { AppError } from '#server/errors.ts';
import type { AccountDeps } from './account-deps.ts';
import { type ReadAccountDeps, readAccount } from './read-account.ts';

interface AuthoriseDeps extends Pick<AccountDeps, 'db' | 'sessions'> {
  apiTokens: ApiTokens;
}

/** Why somebody is not let in: nobody is signed in, or the account's second factor is missing. */
type AccessDenied = 'signed-out' | 'second-factor';

/**
 * Returns who may administer, asked anew for every call: whoever has a session, by cookie or by an
 * API token, at the level that the account has enrolled for. An API token is worth as much as
 * its session: when that ends, so does the token.
 */
async function findAdmin(deps: AuthoriseDeps, visitor: Visitor): Promise<Session | AccessDenied> {
  // Most visitors show nothing at all; they are nobody without asking.
  if (!visitor.headers.has('cookie') && !visitor.headers.has('authorization')) return 'signed-out';
  const session = await findSession(deps, visitor);
  if (!session) return 'signed-out';
  return (await isComplete(deps, session)) ? session : 'second-factor';
}

/** Whether a session has the level that its account has enrolled for. */
export const isComplete = async ({ db }: Pick<AccountDeps, 'db'>, { level, userId }: Session) =>
  level === 'aal2' || !(await hasVerifiedFactor(db, userId));

/** Returns the same for the API. Throws `signed-out` (401) and `second-factor-required` (403). */
export async function authorise(deps: AuthoriseDeps, visitor: Visitor): Promise<Session> {
  const found = await findAdmin(deps, visitor);
  if (typeof found !== 'string') return found;
  throw found === 'signed-out' ? signedOut() : secondFactorRequired();
}

/**
 * Lets in whoever has a session at the level that the account demands, and hands out what
 * belongs to them only. There is no other way to it, so no page can forget to ask. Returns
 * what is missing when nobody is let in.
 */
export async function enterAdmin(deps: AuthoriseDeps & ReadAccountDeps, visitor: Visitor) {
  const session = await findAdmin(deps, visitor);
  if (typeof session === 'string') return session;
  const { email, cookies } = session;
  return { email, cookies, readAccount: () => readAccount(deps, session) };
}

async function findSession(
  { db, sessions, apiTokens }: AuthoriseDeps,
  visitor: Visitor,
): Promise<Session | undefined> {
  const authorization = visitor.headers.get('authorization');
  if (authorization === null) return sessions.find(visitor);
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
  const known = token === undefined ? undefined : await apiTokens.verify(token);
  const session = known && (await findLiveSession(db, known.sessionId));
  return session && { ...session, cookies: [] };
}

/** 401: there is no session, or none any more. */
export const signedOut = () =>
  new AppError(401, 'signed-out', 'Please sign in.', { headers: { 'WWW-Authenticate': 'Bearer' } });

const secondFactorRequired = () =>
  new AppError(403, 'second-factor-required', 'Please enter the code of your second factor.', {
    message: 'A session at aal1 of an account with a second factor',
  });
