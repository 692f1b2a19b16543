import type { Session, Visitor } from '#platform/auth/visitor.ts';
import { AppError } from '#platform/errors/errors.ts';
import { adminPath, safeNextPath } from '#rules/next-path.ts';
import { type AccountDeps, recordAndNotify } from './account-deps.ts';
import {
  type Auth,
  type AuthOptions,
  createAuth,
  type OidcConfig,
  oidcProviderId,
  toAuthHeaders,
} from './auth/create-auth.ts';
import { confirmPassword } from './passwords.ts';
import { deleteIdentity, findPasswordHash, listIdentities } from './queries/accounts.ts';
import { deleteSession } from './queries/sessions.ts';
import { recordSignIn } from './sign-in.ts';

const accountPath = `${adminPath}/account`;

/** Where Better Auth redirects after a failure: our path, and its own default. */
const failurePath = '/api/auth/failed';
const failurePaths = [failurePath, '/api/auth/error'];

/**
 * Returns a function that gives access to an OpenID Connect provider. Uses a separate Better Auth
 * instance, because Better Auth contacts the provider on creation. Throws `provider-unavailable` (503).
 */
export function createProviderApi(options: AuthOptions & { oidc: OidcConfig }) {
  let auth: Auth | undefined;
  return async (): Promise<Auth['api']> => {
    if (auth) return auth.api;
    const created = createAuth(options);
    const { socialProviders } = await created.$context;
    // The next visit tries again.
    if (!socialProviders.some(({ id }) => id === oidcProviderId)) throw providerUnavailable();
    auth = created;
    return created.api;
  };
}

/** Starts a sign-in with a linked account. Throws `no-such-provider` (404). */
export async function beginProviderSignIn(deps: AccountDeps, next: string, visitor: Visitor) {
  const api = await requireProvider(deps)();
  return toVisit(await api.signInSocial(toInput(visitor, safeNextPath(next))));
}

/** Starts to link an account of the provider. Requires the password. */
export async function beginLinking(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
) {
  const getApi = requireProvider(deps);
  await confirmPassword(deps, session, password);
  const api = await getApi();
  return toVisit(await api.linkSocialAccount(toInput(session.visitor, accountPath)));
}

const toInput = (visitor: Visitor, next: string) => ({
  body: {
    provider: oidcProviderId,
    callbackURL: next,
    errorCallbackURL: failurePath,
    disableRedirect: true,
  },
  headers: toAuthHeaders(visitor),
  returnHeaders: true as const,
});

/** Returns the provider's page to redirect to, with the cookies of the visit. */
function toVisit(started: { headers: Headers; response: { url?: string | undefined } }) {
  const { url } = started.response;
  if (url === undefined) throw providerUnavailable();
  return { url, cookies: started.headers.getSetCookie() };
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
  const api = await requireProvider(deps)();
  const { headers } = await api.callbackOAuth({
    method: 'GET',
    params: { id: oidcProviderId },
    query,
    headers: toAuthHeaders(visitor),
    asResponse: true,
  });
  const { pathname, search } = new URL(headers.get('location') ?? failurePath, deps.siteUrl);
  if (failurePaths.includes(pathname))
    return { to: earlier ? `${accountPath}?link-failed` : '/login?provider-failed', cookies: [] };
  const result = { to: `${pathname}${search}`, cookies: headers.getSetCookie() };
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

function requireProvider({ getProviderApi }: AccountDeps) {
  if (!getProviderApi) throw noSuch('provider');
  return getProviderApi;
}

const noSuch = (what: 'identity' | 'provider') =>
  new AppError(404, `no-such-${what}`, 'Not found.');

const providerUnavailable = () =>
  new AppError(
    503,
    'provider-unavailable',
    'This sign-in method is not available right now. Use another one.',
    { message: 'The identity provider does not answer' },
  );
