import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, jwt } from 'better-auth/plugins';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { cookiePrefix } from '#platform/auth/session-cookie.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/executor.ts';
import { describeError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import { sessionLevels } from '#rules/session-level.ts';
import { createAuthStorage } from './auth-storage.ts';

export interface AuthOptions {
  db: Database;
  siteUrl: string;
  /** Signs cookies, hashes tokens and encrypts keys. */
  secret: string;
  log: Logger;
}

/** An OpenID Connect provider whose accounts can be linked. */
export type OidcConfig = NonNullable<Config['oidc']>;

/** The provider's name in URLs and rows. */
export const oidcProviderId = 'oidc';

const daySeconds = 24 * 3_600;

/**
 * Configures Better Auth. Its HTTP handler is not mounted, so only the endpoints that our own
 * code calls are reachable.
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
    // Sign-up is closed: no sign-in method creates an account.
    databaseHooks: {
      user: { create: { before: refuseSignUp } },
      // The provider's tokens are not needed.
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
      // Only a signed-in user can link an identity; a matching email address is not enough.
      accountLinking: {
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        trustedProviders: [oidcProviderId],
      },
    },
    session: {
      // A week after the last use. The maximum lifetime is in queries/sessions.ts.
      expiresIn: 7 * daySeconds,
      updateAge: daySeconds,
      // Adding a passkey requires the password instead of a fresh session.
      freshAge: 0,
      // A revoked session must end immediately.
      cookieCache: { enabled: false },
      additionalFields: {
        level: { type: [...sessionLevels], input: false, defaultValue: 'aal1' },
      },
    },
    plugins: [
      sessionCalls(),
      jwt({
        disableSettingJwtHeader: true,
        jwt: { expirationTime: '5m' },
        jwks: { rotationInterval: 30 * daySeconds, gracePeriod: daySeconds },
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
    // Better Auth only limits its own HTTP handler. Our limits are in platform/limits/limits.ts.
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

const toProvider = (oidc: OidcConfig) => ({
  providerId: oidcProviderId,
  discoveryUrl: `${oidc.issuer.replace(/(?<!\/)\/+$/, '')}/.well-known/openid-configuration`,
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
 * Returns the subject of the ID token, which Better Auth has verified. If the token has no email,
 * the profile comes from the userinfo endpoint and must have the same subject.
 */
function findSubject(idToken: string | undefined, profile: { sub?: unknown }, clientId: string) {
  if (!idToken) throw new Error('The provider sent no ID token');
  const { sub, azp = clientId } = decodeJwt(idToken);
  if (azp !== clientId) throw new Error('The ID token was issued to another client');
  if (!sub || sub !== profile.sub)
    throw new Error('The ID token and userinfo have different subjects');
  return sub;
}

async function refuseSignUp(): Promise<never> {
  throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed.' });
}

/** Server-only endpoints that begin a session at a level and clear the session cookie. */
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

const ipAddressHeader = 'x-visitor-address';

/** Returns the only headers that Better Auth sees, so that a request cannot forge its address. */
export function toAuthHeaders({ headers, ipAddress }: Visitor): Headers {
  const seen = new Headers({ [ipAddressHeader]: ipAddress });
  for (const name of ['cookie', 'user-agent']) {
    const value = headers.get(name);
    if (value !== null) seen.set(name, value);
  }
  return seen;
}
