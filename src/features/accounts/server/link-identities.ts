import { adminPath, safeNextPath } from '#features/accounts/rules/next-path.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import { AppError } from '#platform/errors/errors.ts';
import { type AccountDeps, recordAndNotify } from './account-deps.ts';
import type { Identities, ProviderVisit } from './auth/identities.ts';
import { confirmPassword } from './passwords.ts';
import { deleteIdentity, findPasswordHash, listIdentities } from './queries/accounts.ts';
import { deleteSession } from './queries/sessions.ts';
import { recordSignIn } from './sign-in.ts';

const accountPath = `${adminPath}/account`;

/** Starts a sign-in with a linked account. Throws `no-such-provider` (404). */
export const beginProviderSignIn = async (deps: AccountDeps, next: string, visitor: Visitor) =>
  getIdentities(deps).beginSignIn(visitor, safeNextPath(next));

/** Starts to link an account of the provider. Requires the password. */
export async function beginLinking(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
): Promise<ProviderVisit> {
  const identities = getIdentities(deps);
  await confirmPassword(deps, session, password);
  return identities.beginLink(session.visitor, accountPath);
}

/**
 * Handles the return from the provider, which begins a session at the first level or links an
 * account. Returns where to go, and the cookies.
 */
export async function finishProviderVisit(
  deps: AccountDeps,
  query: Record<string, string>,
  visitor: Visitor,
): Promise<{ to: string; cookies: string[] }> {
  const { db, sessions } = deps;
  const earlier = await sessions.find(visitor);
  const result = await getIdentities(deps).finish(visitor, query);
  if (!result) {
    return { to: earlier ? `${accountPath}?link-failed` : '/login?provider-failed', cookies: [] };
  }
  const session = await findStarted(deps, visitor, result.cookies);
  if (session) {
    if (earlier) await deleteSession(db, earlier.userId, earlier.id);
    await recordSignIn(deps, session, 'With a linked account');
    return { ...result, cookies: [...result.cookies, ...session.cookies] };
  }
  if (earlier) {
    await db.transaction((transaction) =>
      recordAndNotify(deps, transaction, 'identity-linked', earlier),
    );
  }
  return result;
}

/** Returns the session that Better Auth has created, identified by its cookies. */
async function findStarted({ sessions }: AccountDeps, visitor: Visitor, cookies: string[]) {
  const headers = new Headers(visitor.headers);
  headers.set('cookie', cookies.map((line) => line.split(';')[0]).join('; '));
  const session = await sessions.find({ ...visitor, headers });
  return session && { ...session, visitor };
}

/** Unlinks an account. Throws `no-such-identity` (404), and `last-way-in` (409) without a password. */
export async function unlinkIdentity(deps: AccountDeps, session: Session, id: string) {
  const { userId } = session;
  await deps.db.transaction(async (transaction) => {
    const others = (await listIdentities(transaction, userId)).filter((other) => other.id !== id);
    if (others.length === 0 && !(await findPasswordHash(transaction, userId))) {
      throw new AppError(
        409,
        'last-way-in',
        'This is your only way to sign in. Choose a password first.',
      );
    }
    if (!(await deleteIdentity(transaction, userId, id))) throw noSuch('identity');
    await recordAndNotify(deps, transaction, 'identity-unlinked', session);
  });
}

function getIdentities({ identities }: AccountDeps): Identities {
  if (!identities) throw noSuch('provider');
  return identities;
}

const noSuch = (what: 'identity' | 'provider') =>
  new AppError(404, `no-such-${what}`, 'Not found.');
