import { isAPIError } from 'better-auth/api';
import type { SessionLevel } from '#domain/account.ts';
import { deleteSession, longestSessionDays } from '#server/db/queries/sessions.ts';
import { databaseUnavailable } from '#server/errors.ts';
import { type Auth, type AuthOptions, createAuth } from './create-auth.ts';
import { toAuthHeaders, type Visitor } from './visitor.ts';

const longestLifeMs = longestSessionDays * 24 * 3_600_000;

/** Who is signed in, how much of that is proven, and the cookies that keep them so. */
export interface Session {
  id: string;
  userId: string;
  email: string;
  level: SessionLevel;
  expiresAt: Date;
  /** `Set-Cookie` lines that the answer must carry; often none. */
  cookies: string[];
}

export interface Sessions {
  /**
   * The session the visitor's cookie stands for, asked of the database every time, and prolonged
   * by that, up to the longest life from its sign-in on.
   */
  find(visitor: Visitor): Promise<Session | undefined>;
  /**
   * Begins a session for an account that has proven itself. The visitor's earlier one ends:
   * signing in again and raising the level both leave one session, with a token of its own.
   */
  begin(userId: string, level: SessionLevel, visitor: Visitor): Promise<Session>;
  /** Ends the visitor's session, if there is one. Returns the cookies that forget it. */
  end(visitor: Visitor): Promise<string[]>;
  /** Better Auth itself, for the rest of this room. */
  auth: Auth;
}

/** The sessions of the site. Everything throws `database-unavailable` when the database is away. */
export function createSessions(options: AuthOptions): Sessions {
  const auth = createAuth(options);

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
      cookies: headers.getSetCookie(),
    };
  }

  return {
    auth,
    find,
    async begin(userId, level, visitor) {
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
      return { ...response, level, cookies: headers.getSetCookie() };
    },
    async end(visitor) {
      const earlier = await find(visitor);
      if (earlier) await deleteSession(options.db, earlier.userId, earlier.id);
      const { headers } = await auth.api
        .forgetCookies({ headers: toAuthHeaders(visitor), returnHeaders: true })
        .catch(rethrowFailure);
      return headers.getSetCookie();
    },
  };
}

/** Better Auth says of a database that failed only that something did. */
function rethrowFailure(error: unknown): never {
  throw isAPIError(error) ? databaseUnavailable(error) : error;
}
