import { isAPIError } from 'better-auth/api';
import type { SessionLevel } from '#domain/account.ts';
import { deleteSession, longestSessionDays } from '#server/db/queries/sessions.ts';
import { databaseUnavailable } from '#server/errors.ts';
import { type AuthOptions, createAuth, toAuthHeaders } from './create-auth.ts';
import { serializeHint } from './session-cookie.ts';
import type { Session, Visitor } from './visitor.ts';

const longestLifeMs = longestSessionDays * 24 * 3_600_000;

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of the site. Everything throws `database-unavailable` when the database is away. */
export function createSessions(options: AuthOptions) {
  const auth = createAuth(options);

  /**
   * Returns the session that the visitor's cookie stands for, asked of the database every time, and
   * prolonged by that, up to the longest life from its sign-in on.
   */
  async function find(visitor: Visitor): Promise<Session | undefined> {
    // Most visitors have no cookie at all; they are nobody without asking.
    if (!visitor.headers.has('cookie')) return undefined;
    const { headers, response } = await auth.api
      .getSession({ headers: toAuthHeaders(visitor), returnHeaders: true })
      .catch(rethrowFailure);
    if (!response) return undefined;
    const { session, user } = response;
    const endsAt = session.createdAt.getTime() + longestLifeMs;
    // Better Auth prolongs a session for as long as it is used.
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

  return {
    /** Better Auth itself, for the rest of this room. */
    auth,
    find,

    /**
     * Begins a session for an account that has proven itself. The visitor's earlier one ends:
     * signing in again and raising the level both leave one session, with a token of its own.
     */
    async begin(userId: string, level: SessionLevel, visitor: Visitor): Promise<Session> {
      const earlier = await find(visitor);
      const { headers, response } = await auth.api
        .beginSession({
          body: { userId, level },
          headers: toAuthHeaders(visitor),
          returnHeaders: true,
        })
        .catch(rethrowFailure);
      if (!response) throw new Error('The account has just been removed');
      if (earlier) await deleteSession(options.db, earlier.userId, earlier.id);
      const hint = serializeHint(options.siteUrl, longestLifeMs / 1_000);
      return { ...response, level, visitor, cookies: [...headers.getSetCookie(), hint] };
    },

    /** Ends the visitor's session, if there is one. Returns the cookies that forget it. */
    async end(visitor: Visitor): Promise<string[]> {
      const earlier = await find(visitor);
      if (earlier) await deleteSession(options.db, earlier.userId, earlier.id);
      const { headers } = await auth.api
        .forgetCookies({ headers: toAuthHeaders(visitor), returnHeaders: true })
        .catch(rethrowFailure);
      return [...headers.getSetCookie(), serializeHint(options.siteUrl, 0)];
    },
  };
}

/** Better Auth says of a database that failed only that something did. */
function rethrowFailure(error: unknown): never {
  throw isAPIError(error) ? databaseUnavailable(error) : error;
}
