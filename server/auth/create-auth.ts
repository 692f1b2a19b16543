import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, jwt } from 'better-auth/plugins';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { sessionLevels } from '#domain/account.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/executor.ts';
import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { createAuthStorage } from './auth-storage.ts';
import { cookiePrefix } from './session-cookie.ts';
import type { Visitor } from './visitor.ts';

export interface AuthOptions {
  db: Database;
  siteUrl: string;
  /** Signs cookies, hashes tokens, encrypts keys. */
  secret: string;
  log: Logger;
}

/** An OpenID Connect provider whose accounts may be linked with ours. */
export type OidcConfig = NonNullable<Config['oidc']>;

/** How the provider is called in URLs and rows, whichever it is. */
export const oidcProviderId = 'oidc';

/** A session ends a week after it was last used; the longest life is in queries/sessions.ts. In seconds. */
const sessionSeconds = 7 * 24 * 3_600;

/** How much of that has to pass before use prolongs it. In seconds. */
const prolongAfterSeconds = 24 * 3_600;

/** How long an API client's token counts. In seconds. */
export const apiTokenSeconds = 5 * 60;

/**
 * Better Auth as this site uses it: sessions in the database and nowhere else. It makes no accounts
 * and hears no request by itself: only what the other files of this room call can be reached.
 */
export function createAuth(options: AuthOptions & { oidc?: OidcConfig | undefined }) {
  const { db, siteUrl, log, secret, oidc } = options;
  return betterAuth({
    appName: 'site',
    baseURL: siteUrl,
    basePath: '/api/auth',
    trustedOrigins: [new URL(siteUrl).origin],
    secret,
    database: createAuthStorage(db, secret),
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
        level: { type: [...sessionLevels], input: false, defaultValue: 'aal1' },
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
      cookiePrefix,
      useSecureCookies: new URL(siteUrl).protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ipAddressHeader] },
      database: { generateId: 'uuid' },
    },
    // The site counts for itself, over all processes (limits/limits.ts).
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

export const discoveryUrlOf = ({ issuer }: OidcConfig) =>
  `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;

const toProvider = (oidc: OidcConfig) => ({
  providerId: oidcProviderId,
  discoveryUrl: discoveryUrlOf(oidc),
  clientId: oidc.clientId,
  clientSecret: oidc.clientSecret,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  disableSignUp: true,
  disableImplicitSignUp: true,
  requireIdTokenVerification: true,
  accountSubject: ({ tokens, profile }: SubjectContext) =>
    findSubject(tokens.idToken, profile, oidc.clientId),
});

interface SubjectContext {
  tokens: { idToken?: string | undefined };
  profile: { sub?: unknown };
}

/**
 * Returns whom an ID token is about. Better Auth verifies the token if there is one, and otherwise asks
 * the provider's userinfo: here it must be there, be meant for this site (OpenID Connect Core, 3.1.3.7),
 * and agree with userinfo. What is thrown ends the visit.
 */
function findSubject(idToken: string | undefined, profile: { sub?: unknown }, clientId: string) {
  if (!idToken) throw new Error('The provider sent no ID token');
  const { sub, aud, azp } = decodeJwt(idToken);
  const isForOthers = Array.isArray(aud) && aud.length > 1;
  if ((isForOthers || azp !== undefined) && azp !== clientId)
    throw new Error('The ID token was issued to another client');
  if (!sub || sub !== profile.sub) throw new Error('ID token and userinfo name different people');
  return sub;
}

async function refuseSignUp(): Promise<never> {
  throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed.' });
}

/**
 * What Better Auth lacks: a session of a level for an account that has proven itself to us, and
 * forgetting the cookie of one that has ended. Without a path, no request can reach them.
 */
const sessionCalls = () =>
  ({
    id: 'session-calls',
    endpoints: {
      beginSession: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          requireHeaders: true,
          body: z.object({ userId: z.string(), level: z.enum(sessionLevels) }),
        },
        async (ctx) => {
          const { userId, level } = ctx.body;
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(userId);
          if (!user) return undefined;
          const session = await internalAdapter.createSession(userId, false, { level }, true);
          await setSessionCookie(ctx, { session, user });
          return { id: session.id, userId, email: user.email, expiresAt: session.expiresAt };
        },
      ),
      forgetCookies: createAuthEndpoint.serverOnly({ method: 'POST' }, async (ctx) => {
        deleteSessionCookie(ctx);
      }),
    },
  }) satisfies BetterAuthPlugin;

/** Carries the visitor's IP address to Better Auth. What a request brings under this name is dropped. */
const ipAddressHeader = 'x-visitor-address';

/** Returns all that Better Auth gets to see of a request: nothing in it can pose as a proxy. */
export function toAuthHeaders({ headers, ipAddress }: Visitor): Headers {
  const seen = new Headers({ [ipAddressHeader]: ipAddress });
  for (const name of ['cookie', 'user-agent']) {
    const value = headers.get(name);
    if (value !== null) seen.set(name, value);
  }
  return seen;
}
