import { isAPIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import {
  deleteSession,
  deleteSigningKeys,
  maxSessionDays,
} from '#features/accounts/server/queries/sessions.ts';
import { serializeHint } from '#platform/auth/session-cookie.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import { pingDatabase } from '#platform/db/client.ts';
import { databaseUnavailable, describeError } from '#platform/errors/errors.ts';
import type { SessionLevel } from '#rules/session-level.ts';
import { type AuthOptions, createAuth, toAuthHeaders } from './create-auth.ts';

const maxLifeMs = maxSessionDays * 24 * 3_600_000;

export type Sessions = ReturnType<typeof createSessions>;

/** Creates, finds and ends sessions. Throws `database-unavailable` while the database is down. */
export function createSessions(options: AuthOptions) {
  const { db, siteUrl } = options;
  const auth = createAuth(options);

  /** Returns the session of the visitor's cookie and extends it, up to its maximum lifetime. */
  async function find(visitor: Visitor): Promise<Session | undefined> {
    if (!visitor.headers.has('cookie')) return undefined;
    const { headers, response } = await auth.api
      .getSession({ headers: toAuthHeaders(visitor), returnHeaders: true })
      .catch(rethrowFailure);
    if (!response) return undefined;
    const { session, user } = response;
    const endsAt = session.createdAt.getTime() + maxLifeMs;
    // Better Auth itself has no maximum lifetime.
    if (endsAt <= Date.now()) return undefined;
    return {
      id: session.id,
      userId: user.id,
      email: user.email,
      level: session.level === 'aal2' ? 'aal2' : 'aal1',
      expiresAt: new Date(Math.min(session.expiresAt.getTime(), endsAt)),
      visitor,
      cookies: headers.getSetCookie(),
    };
  }

  async function endEarlier(visitor: Visitor): Promise<void> {
    const earlier = await find(visitor);
    if (earlier) await deleteSession(db, earlier.userId, earlier.id);
  }

  return {
    auth,
    find,

    /** Begins a session with a new token, and ends the visitor's previous one. */
    async begin(userId: string, level: SessionLevel, visitor: Visitor): Promise<Session> {
      const headers = toAuthHeaders(visitor);
      const begun = await auth.api
        .beginSession({ body: { userId, level }, headers, returnHeaders: true })
        .catch(rethrowFailure);
      if (!begun.response) throw new Error('The account was just removed');
      await endEarlier(visitor);
      const hint = serializeHint(siteUrl, maxLifeMs / 1_000);
      const cookies = [...begun.headers.getSetCookie(), hint];
      return { ...begun.response, level, visitor, cookies };
    },

    /** Ends the visitor's session. Returns the cookies that clear it. */
    async end(visitor: Visitor): Promise<string[]> {
      await endEarlier(visitor);
      const { headers } = await auth.api
        .forgetCookies({ headers: toAuthHeaders(visitor), returnHeaders: true })
        .catch(rethrowFailure);
      return [...headers.getSetCookie(), serializeHint(siteUrl, 0)];
    },

    /** Creates a short-lived token for API clients. It ends with its session. */
    async signApiToken({ id, userId, level }: Session) {
      const payload = { sub: userId, sid: id, aal: level, iat: Math.floor(Date.now() / 1000) };
      const sign = () => auth.api.signJWT({ body: { payload } });
      const { token } = await sign().catch(async (error: unknown) => {
        if (!describeError(error).includes('decrypt')) throw error;
        // The signing keys were encrypted with a previous AUTH_SECRET.
        await deleteSigningKeys(db);
        return sign();
      });
      return { token, expiresAt: new Date((decodeJwt(token).exp ?? 0) * 1000) };
    },

    /** Returns the session id of a valid API token. */
    async verifyApiToken(token: string): Promise<string | undefined> {
      const { payload } = await auth.api.verifyJWT({ body: { token } });
      // Better Auth also rejects the token when the database is down.
      if (!payload) await pingDatabase(db);
      return typeof payload?.sid === 'string' ? payload.sid : undefined;
    },
  };
}

/** Better Auth hides the cause of a database error. */
function rethrowFailure(error: unknown): never {
  throw isAPIError(error) ? databaseUnavailable(error) : error;
}
