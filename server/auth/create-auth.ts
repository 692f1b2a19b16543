import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, jwt } from 'better-auth/plugins';
import { account, jwks, session, user, verification } from '#server/db/auth-schema.ts';
import type { Database } from '#server/db/executor.ts';
import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { withHashedSessionTokens } from './hashed-session-tokens.ts';
import { sessionCalls } from './session-calls.ts';
import { ipAddressHeader } from './visitor.ts';

export interface AuthOptions {
  db: Database;
  siteUrl: string;
  /** Signs cookies, hashes tokens, encrypts keys. */
  secret: string;
  log: Logger;
}

/** An OpenID Connect provider whose accounts may be linked with ours. */
export interface OidcConfig {
  /** Where its `/.well-known/openid-configuration` is found. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call it. */
  name: string;
}

/** How the provider is called in addresses and rows, whichever it is. */
export const oidcProviderId = 'oidc';

/** A session ends a week after it was last used; the longest life is in queries/sessions.ts. In seconds. */
const sessionSeconds = 7 * 24 * 3_600;

/** How much of that has to pass before use prolongs it. In seconds. */
const prolongAfterSeconds = 24 * 3_600;

/** How long an API client's token counts. In seconds. */
export const apiTokenSeconds = 5 * 60;

/**
 * Better Auth as this site uses it: sessions in the database and nowhere else, cookies,
 * signed tokens, and a provider's accounts if there is one. Passwords, second factors and
 * mails are ours (services/accounts). It makes no accounts and hears no request by itself:
 * only what `sessions.ts`, `api-tokens.ts` and `identities.ts` call can be reached.
 */
export function createAuth({
  db,
  siteUrl,
  log,
  secret,
  oidc,
}: AuthOptions & { oidc?: OidcConfig | undefined }) {
  const storage = drizzleAdapter(db, {
    provider: 'pg',
    schema: { user, session, account, verification, jwks },
    transaction: true,
  });
  return betterAuth({
    appName: 'site',
    baseURL: siteUrl,
    basePath: '/api/auth',
    trustedOrigins: [new URL(siteUrl).origin],
    secret,
    database: withHashedSessionTokens(storage, secret),
    // No way of signing in makes an account, whatever is switched on later.
    databaseHooks: {
      user: { create: { before: refuseSignUp } },
      // The provider's own tokens are of no use to us, so they are not kept.
      account: {
        create: {
          before: async (row) => ({
            data: { ...row, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    account: {
      updateAccountOnSignIn: false,
      // An identity is linked by whoever is signed in, never by an address that happens to match.
      accountLinking: {
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        trustedProviders: [oidcProviderId],
      },
    },
    session: {
      expiresIn: sessionSeconds,
      updateAge: prolongAfterSeconds,
      // A session that was ended must be over at once, so no copy of it is believed.
      cookieCache: { enabled: false },
      additionalFields: {
        level: { type: ['aal1', 'aal2'], input: false, defaultValue: 'aal1' },
      },
    },
    plugins: [
      sessionCalls(),
      jwt({
        disableSettingJwtHeader: true,
        jwt: { expirationTime: `${apiTokenSeconds}s` },
        jwks: { rotationInterval: 30 * 24 * 3_600, gracePeriod: 24 * 3_600 },
      }),
      genericOAuth({ config: oidc ? [toProvider(oidc)] : [] }),
    ],
    advanced: {
      cookiePrefix: 'site',
      useSecureCookies: new URL(siteUrl).protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ipAddressHeader] },
      database: { generateId: 'uuid' },
    },
    // The site counts for itself, over all processes (services/accounts/attempts.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      disableColors: true,
      log: (level, message, ...details) =>
        log[level](
          { reason: details.map(describeError).join('; ') },
          `Accounts: ${describeError(message)}`,
        ),
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

const toProvider = ({ issuer, clientId, clientSecret }: OidcConfig) => ({
  providerId: oidcProviderId,
  discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
  clientId,
  clientSecret,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  disableSignUp: true,
  disableImplicitSignUp: true,
  requireIdTokenVerification: true,
});

async function refuseSignUp(): Promise<never> {
  throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed.' });
}
