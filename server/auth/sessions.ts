import { randomBytes } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import type { Credentials } from '#domain/account.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import { keepFirstSetting } from '#server/db/queries/settings.ts';
import { databaseUnavailable } from '#server/errors.ts';
import { type Auth, type AuthOptions, createAuth } from './create-auth.ts';
import { toAuthHeaders, type Visitor } from './visitor.ts';

/** The longest that any of this waits for the database, in milliseconds. */
const timeoutMs = 5_000;

/** Who is signed in, and the cookies that keep them so. */
export interface Session {
  email: string;
  /** `Set-Cookie` lines that the answer must carry; often none. */
  cookies: string[];
}

export interface Sessions {
  /** The session the visitor's cookie stands for, asked of the database every time. Nothing when there is none. */
  find(visitor: Visitor): Promise<Session | undefined>;
  /** Begins a session. Nothing when address and password do not belong together. */
  begin(credentials: Credentials, visitor: Visitor): Promise<Session | undefined>;
  /** Ends the visitor's session, if there is one. Answers the cookies that forget it. */
  end(visitor: Visitor): Promise<string[]>;
}

interface SessionsOptions extends AuthOptions {
  circuit: DatabaseCircuit;
  /** Signs the cookies. Absent: made once and kept in the database, so that all processes agree. */
  secret: string | undefined;
}

/** The sessions of the site. Everything throws `database-unavailable` when the database is away. */
export function createSessions({ circuit, secret: given, ...options }: SessionsOptions): Sessions {
  let auth: Auth | undefined;

  /** Not made before it is needed: the secret may have to be asked of a database that is away. */
  async function getAuth(): Promise<Auth> {
    if (auth) return auth;
    const offer = () => randomBytes(32).toString('base64url');
    const secret = given ?? (await keepFirstSetting(options.db, 'auth-secret', offer()));
    auth ??= createAuth({ ...options, secret });
    return auth;
  }

  const run = <T>(work: (auth: Auth) => Promise<T>) =>
    circuit.run(async () => work(await getAuth()), timeoutMs);

  return {
    async find(visitor) {
      // Most visitors have no cookie at all; they are nobody without asking.
      if (!visitor.headers.has('cookie')) return undefined;
      const { headers, response } = await run((auth) =>
        auth.api.getSession({ headers: toAuthHeaders(visitor), returnHeaders: true }),
      ).catch(rethrowFailure);
      return response ? { email: response.user.email, cookies: headers.getSetCookie() } : undefined;
    },
    async begin(credentials, visitor) {
      try {
        const { headers, response } = await run((auth) =>
          auth.api.signInEmail({
            body: credentials,
            headers: toAuthHeaders(visitor),
            returnHeaders: true,
          }),
        );
        return { email: response.user.email, cookies: headers.getSetCookie() };
      } catch (error) {
        if (isAPIError(error) && error.statusCode < 500) return undefined;
        return rethrowFailure(error);
      }
    },
    async end(visitor) {
      const { headers } = await run((auth) =>
        auth.api.signOut({ headers: toAuthHeaders(visitor), returnHeaders: true }),
      );
      return headers.getSetCookie();
    },
  };
}

/** Better Auth says of a database that failed only that something did. */
function rethrowFailure(error: unknown): never {
  throw isAPIError(error) ? databaseUnavailable(error) : error;
}
