import { AppError } from '#server/errors.ts';
import {
  type Auth,
  type AuthOptions,
  createAuth,
  discoveryUrlOf,
  type OidcConfig,
  oidcProviderId,
  toAuthHeaders,
} from './create-auth.ts';
import type { Visitor } from './visitor.ts';

/** A way to the provider: where the browser goes, and the cookies it takes along. */
export interface ProviderVisit {
  url: string;
  cookies: string[];
}

export type Identities = ReturnType<typeof createIdentities>;

/** Where Better Auth leads when a visit has failed: asked for, or of its own. No page is there. */
const failurePath = '/api/auth/failed';
const failurePaths = [failurePath, '/api/auth/error'];

/**
 * Accounts of one OpenID Connect provider, as ways into ours, with a Better Auth of their own: it
 * asks the provider for its URLs before all else, and one that is away must not stop passwords.
 */
export function createIdentities(options: AuthOptions & { oidc: OidcConfig }) {
  let auth: Auth | undefined;
  let sendsIssuer = false;

  async function getAuth(): Promise<Auth> {
    if (auth) return auth;
    const made = createAuth(options);
    const { socialProviders } = await made.$context;
    // Asked again the next time: the provider may be back by then.
    if (!socialProviders.some(({ id }) => id === oidcProviderId)) throw providerUnavailable();
    sendsIssuer = await announcesIssuer(discoveryUrlOf(options.oidc));
    auth = made;
    return made;
  }

  const begin = (visitor: Visitor, next: string) => ({
    body: {
      provider: oidcProviderId,
      callbackURL: next,
      errorCallbackURL: failurePath,
      disableRedirect: true,
    },
    headers: toAuthHeaders(visitor),
    returnHeaders: true as const,
  });

  return {
    /** Begins to sign in. `next` is a path of this site. Throws `provider-unavailable` (503). */
    beginSignIn: async (visitor: Visitor, next: string) =>
      toVisit(await (await getAuth()).api.signInSocial(begin(visitor, next))),

    /** Begins to link the provider's account with the one that is signed in. */
    beginLink: async (visitor: Visitor, next: string) =>
      toVisit(await (await getAuth()).api.linkSocialAccount(begin(visitor, next))),

    /**
     * Takes the browser back from the provider. Makes no account, whoever comes. Returns the path
     * that was asked for when the visit began, or nothing when it failed.
     */
    async finish(visitor: Visitor, query: Record<string, string>) {
      const { api } = await getAuth();
      // Better Auth compares `iss` where there is one; leaving it out must not help (RFC 9207, 2.4).
      if (sendsIssuer && !query.iss) {
        options.log.warn('The provider announces `iss` in its answers and left it out');
        return undefined;
      }
      const response = await api.callbackOAuth({
        method: 'GET',
        params: { id: oidcProviderId },
        query,
        headers: toAuthHeaders(visitor),
        asResponse: true,
      });
      const to = new URL(response.headers.get('location') ?? failurePath, options.siteUrl);
      if (failurePaths.includes(to.pathname)) return undefined;
      return { to: `${to.pathname}${to.search}`, cookies: response.headers.getSetCookie() };
    },
  };
}

type ProviderAnswer = { headers: Headers; response: { url?: string | undefined } };

function toVisit({ headers, response: { url } }: ProviderAnswer): ProviderVisit {
  if (url === undefined) throw providerUnavailable();
  return { url, cookies: headers.getSetCookie() };
}

/** Whether the provider says that each of its answers names it. */
async function announcesIssuer(discoveryUrl: string): Promise<boolean> {
  try {
    const response = await fetch(discoveryUrl, { signal: AbortSignal.timeout(10_000) });
    const found: { authorization_response_iss_parameter_supported?: unknown } =
      await response.json();
    return found.authorization_response_iss_parameter_supported === true;
  } catch {
    throw providerUnavailable();
  }
}

const providerUnavailable = () =>
  new AppError(
    503,
    'provider-unavailable',
    'This sign-in method is not available right now. Use another one.',
    { message: 'The identity provider does not answer' },
  );
