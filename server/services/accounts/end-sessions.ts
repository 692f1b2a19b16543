import type { SignOutScope } from '#domain/account.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { deleteSession, deleteSessions } from '#server/db/queries/sessions.ts';
import { AppError } from '#server/errors.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { isComplete } from './authorise.ts';

/**
 * Ends this session, all others, or all, and returns the cookies that forget what has ended.
 * Whoever has no session signs out all the same. Sessions elsewhere are ended only by one
 * that has the level its account demands.
 */
export async function signOut(
  deps: AccountDeps,
  visitor: Visitor,
  scope: SignOutScope = 'local',
): Promise<string[]> {
  const { db, sessions } = deps;
  const session = await sessions.find(visitor);
  if (session && scope !== 'local' && (await isComplete(deps, session))) {
    const { id: exceptId, userId } = session;
    await deleteSessions(db, userId, { exceptId });
    await recordEvent(db, 'sessions-ended', session, visitor);
  }
  if (scope === 'others') return session?.cookies ?? [];
  if (session) await recordEvent(db, 'signed-out', session, visitor);
  return sessions.end(visitor);
}

/** Ends one session of the account, as from a list of devices. Throws `no-such-session` (404). */
export async function endSession(
  { db }: Pick<AccountDeps, 'db'>,
  session: Session,
  id: string,
  visitor: Visitor,
): Promise<void> {
  if (!(await deleteSession(db, session.userId, id))) {
    throw new AppError(404, 'no-such-session', 'That device is signed out already.');
  }
  await recordEvent(db, 'session-ended', session, visitor);
}
