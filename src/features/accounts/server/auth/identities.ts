import type { Visitor } from '#platform/auth/visitor.ts';
import { AppError } from '#platform/errors/errors.ts';
import {
  type Auth,
  type AuthOptions,
  createAuth,
  type OidcConfig,
  oidcProviderId,
  toAuthHeaders,
} from './create-auth.ts';

/** A redirect to the provider, with its cookies. */
export interface ProviderVisit {
  url: string;
  cookies: string[];
}

export type Identities = ReturnType<typeof createIdentities>;

/** Where Better Auth redirects after a failure: our path, and its own default. */
const failurePath = '/api/auth/failed';
const failurePaths = [failurePath, '/api/auth/error'];

/**
 * Signs in with linked accounts of an OpenID Connect provider. Uses a separate Better Auth
 * instance, because Better Auth contacts the provider on creation.
 */
export function createIdentities(options: AuthOptions & { oidc: OidcConfig }) {
  let auth: Auth | undefined;

  async function getApi() {
    if (auth) return auth.api;
    const created = createAuth(options);
    const { socialProviders } = await created.$context;
    // The next visit tries again.
    if (!socialProviders.some(({ id }) => id === oidcProviderId)) throw providerUnavailable();
    auth = created;
    return created.api;
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

  return {
    /** Starts a sign-in. `next` is a path on this site. Throws `provider-unavailable` (503). */
    beginSignIn: async (visitor: Visitor, next: string) =>
      toVisit(await (await getApi()).signInSocial(toInput(visitor, next))),

    /** Starts to link an account with the signed-in one. */
    beginLink: async (visitor: Visitor, next: string) =>
      toVisit(await (await getApi()).linkSocialAccount(toInput(visitor, next))),

    /** Handles the return from the provider. Returns where to go; undefined after a failure. */
    async finish(visitor: Visitor, query: Record<string, string>) {
      const response = await (await getApi()).callbackOAuth({
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

type ProviderResponse = { headers: Headers; response: { url?: string | undefined } };

function toVisit({ headers, response: { url } }: ProviderResponse): ProviderVisit {
  if (url === undefined) throw providerUnavailable();
  return { url, cookies: headers.getSetCookie() };
}

const providerUnavailable = () =>
  new AppError(
    503,
    'provider-unavailable',
    'This sign-in method is not available right now. Use another one.',
    { message: 'The identity provider does not answer' },
  );
