import { adminPath, safeNextPath } from '#domain/next-path.ts';
import type { Identities, ProviderVisit } from '#server/auth/identities.ts';
import type { Session, Visitor } from '#server/auth/visitor.ts';
import { deleteIdentity, findPasswordHash, listIdentities } from '#server/db/queries/accounts.ts';
import { deleteSession } from '#server/db/queries/sessions.ts';
import { AppError } from '#server/errors.ts';
import { type AccountDeps, recordAndNotify } from './account-deps.ts';
import { confirmPassword } from './passwords.ts';
import { recordSignIn } from './sign-in.ts';

const linkedPath = `${adminPath}/account`;

/** Begins to sign in with the provider's account. Throws 404 where there is no provider. */
export const beginProviderSignIn = async (deps: AccountDeps, next: string, visitor: Visitor) =>
  getIdentities(deps).beginSignIn(visitor, safeNextPath(next));

/** Begins to link the provider's account with the one that is signed in. Needs the password. */
export async function beginLinking(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
): Promise<ProviderVisit> {
  const identities = getIdentities(deps);
  await confirmPassword(deps, session, password);
  return identities.beginLink(session.visitor, linkedPath);
}

/**
 * Takes the browser back from the provider. Returns where it goes on, with which cookies: into
 * a session of the first level, back to the account area, or to a page that says it failed.
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
    if (earlier) return { to: `${linkedPath}?link-failed`, cookies: [] };
    return { to: '/login?provider-failed', cookies: [] };
  }
  const cookie = result.cookies.map((line) => line.split(';')[0]).join('; ');
  const headers = new Headers(visitor.headers);
  headers.set('cookie', cookie);
  const found = await sessions.find({ ...visitor, headers });
  if (found) {
    const session = { ...found, visitor };
    // As with every sign-in, a browser is left with one session.
    if (earlier) await deleteSession(db, earlier.userId, earlier.id);
    await recordSignIn(deps, session, { kind: 'signed-in', detail: 'linked identity' });
    return { ...result, cookies: [...result.cookies, ...session.cookies] };
  }
  if (earlier) {
    await db.transaction((transaction) =>
      recordAndNotify(deps, transaction, 'identity-linked', earlier),
    );
  }
  return result;
}

/**
 * Takes an identity off an account. Throws `no-such-identity` (404), and `last-way-in` (409)
 * when nothing else would be left to sign in with.
 */
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
