import { AppError } from '#server/errors.ts';
import {
  type Auth,
  type AuthOptions,
  createAuth,
  type OidcConfig,
  oidcProviderId,
} from './create-auth.ts';
import { toAuthHeaders, type Visitor } from './visitor.ts';

/** A way to the provider: where the browser goes, and the cookies it takes along. */
export interface ProviderVisit {
  url: string;
  cookies: string[];
}

/** How a visit to the provider ended. */
type ProviderReturn =
  /** `to` is the path that was asked for when the visit began. */
  { isGood: true; to: string; cookies: string[] } | { isGood: false };

/** Accounts of one OpenID Connect provider, as ways into accounts of ours. */
export interface Identities {
  /** Begins to sign in. `next` is a path of this site. Throws `provider-unavailable` (503). */
  beginSignIn(visitor: Visitor, next: string): Promise<ProviderVisit>;
  /** Begins to link the provider's account with the one that is signed in. */
  beginLink(visitor: Visitor, next: string): Promise<ProviderVisit>;
  /** Takes the browser back from the provider. Makes no account, whoever comes. */
  finish(visitor: Visitor, query: Record<string, string>): Promise<ProviderReturn>;
}

/** Where Better Auth leads when a visit has failed: asked for, or of its own. No page is there. */
const failurePath = '/api/auth/failed';
const failurePaths = [failurePath, '/api/auth/error'];

interface IdentitiesOptions extends AuthOptions {
  oidc: OidcConfig;
}

/**
 * A Better Auth of its own: it asks the provider for its addresses before it answers anything,
 * and a provider that is away must not keep anybody from signing in with a password.
 */
export function createIdentities(options: IdentitiesOptions): Identities {
  let auth: Auth | undefined;

  async function getAuth(): Promise<Auth> {
    if (auth) return auth;
    const made = createAuth(options);
    const { socialProviders } = await made.$context;
    // Asked again the next time: the provider may be back by then.
    if (!socialProviders.some(({ id }) => id === oidcProviderId)) throw providerUnavailable();
    auth = made;
    return made;
  }

  const body = (next: string) => ({
    provider: oidcProviderId,
    callbackURL: next,
    errorCallbackURL: failurePath,
    disableRedirect: true,
  });

  return {
    async beginSignIn(visitor, next) {
      const { api } = await getAuth();
      const { headers, response } = await api.signInSocial({
        body: body(next),
        headers: toAuthHeaders(visitor),
        returnHeaders: true,
      });
      return toVisit(response.url, headers);
    },
    async beginLink(visitor, next) {
      const { api } = await getAuth();
      const { headers, response } = await api.linkSocialAccount({
        body: body(next),
        headers: toAuthHeaders(visitor),
        returnHeaders: true,
      });
      return toVisit(response.url, headers);
    },
    async finish(visitor, query) {
      const { api } = await getAuth();
      const response = await api.callbackOAuth({
        method: 'GET',
        params: { id: oidcProviderId },
        query,
        headers: toAuthHeaders(visitor),
        asResponse: true,
      });
      const to = new URL(response.headers.get('location') ?? failurePath, options.siteUrl);
      if (failurePaths.includes(to.pathname)) return { isGood: false };
      return {
        isGood: true,
        to: `${to.pathname}${to.search}`,
        cookies: response.headers.getSetCookie(),
      };
    },
  };
}

function toVisit(url: string | undefined, headers: Headers): ProviderVisit {
  if (url === undefined) throw providerUnavailable();
  return { url, cookies: headers.getSetCookie() };
}

const providerUnavailable = () =>
  new AppError(
    503,
    'provider-unavailable',
    'That way of signing in is not available just now. Please use another one.',
    { message: 'The identity provider does not answer' },
  );
