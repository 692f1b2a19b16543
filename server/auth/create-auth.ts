import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { passwordLength } from '#domain/account.ts';
import { account, session, user, verification } from '#server/db/auth-schema.ts';
import type { Database } from '#server/db/executor.ts';
import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { addressHeader } from './visitor.ts';

export interface AuthOptions {
  db: Database;
  siteUrl: string;
  log: Logger;
}

/** A session ends a week after it was last used. In seconds. */
const sessionSeconds = 7 * 24 * 3_600;

/** How much of that has to pass before use prolongs it. In seconds. */
const prolongAfterSeconds = 24 * 3_600;

/**
 * Better Auth as this site uses it: accounts with e-mail address and password, sessions in
 * the database and nowhere else. It makes no accounts (see services/accounts) and hears no
 * request by itself: only what `sessions.ts` calls can be reached.
 */
export function createAuth({ db, siteUrl, log, secret }: AuthOptions & { secret: string }) {
  return betterAuth({
    appName: 'site',
    baseURL: siteUrl,
    basePath: '/api/auth',
    trustedOrigins: [new URL(siteUrl).origin],
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user, session, account, verification },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.minimum,
      maxPasswordLength: passwordLength.maximum,
    },
    // No way of signing in makes an account, whatever is switched on later.
    databaseHooks: { user: { create: { before: refuseSignUp } } },
    session: {
      expiresIn: sessionSeconds,
      updateAge: prolongAfterSeconds,
      // A session that was ended must be over at once, so no copy of it is believed.
      cookieCache: { enabled: false },
    },
    advanced: {
      cookiePrefix: 'site',
      useSecureCookies: new URL(siteUrl).protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: 'uuid' },
    },
    // The site counts for itself, over all processes (http/rate-limits.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      disableColors: true,
      log: (level, message, ...details) =>
        log[level]({ reason: details.map(describeError).join('; ') }, `Accounts: ${message}`),
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

async function refuseSignUp(): Promise<never> {
  throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed.' });
}
