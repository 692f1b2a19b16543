import type { BetterAuthOptions, DBTransactionAdapter, Where } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { hashToken } from '#platform/auth/secret.ts';
import type { Database } from '#platform/db/executor.ts';
import { account, jwks, session, user, verification } from '#platform/db/schema/account-schema.ts';

interface Query {
  model: string;
  where?: Where[];
  data?: Record<string, unknown>;
}

/** Returns a database adapter that stores session tokens as hashes: reading the table gives no access. */
export function createAuthStorage(db: Database, secret: string) {
  const schema = { user, session, account, verification, jwks };
  const createAdapter = drizzleAdapter(db, { provider: 'pg', schema, transaction: true });
  return (options: BetterAuthOptions) => hashSessionTokens(createAdapter(options), secret);
}

function hashSessionTokens<Adapter extends DBTransactionAdapter>(
  adapter: Adapter,
  secret: string,
): Adapter {
  const hash = (value: unknown) =>
    typeof value === 'string' ? hashToken(secret, 'session', value) : value;
  const hashClause = (clause: Where) =>
    clause.field === 'token'
      ? {
          ...clause,
          value: Array.isArray(clause.value) ? clause.value.map(hash) : hash(clause.value),
        }
      : clause;

  return new Proxy(adapter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      if (name === 'transaction') {
        return (work: (inner: DBTransactionAdapter) => unknown) =>
          method((inner: DBTransactionAdapter) => work(hashSessionTokens(inner, secret)));
      }
      return async (query: Query, ...rest: unknown[]) => {
        if (query.model !== 'session') return method(query, ...rest);
        const { where, data } = query;
        const row: unknown = await method({
          ...query,
          ...(where && { where: where.map(hashClause) }),
          ...(data && 'token' in data && { data: { ...data, token: hash(data.token) } }),
        });
        // Better Auth puts the token of the returned row into the cookie.
        const token = data?.token ?? where?.find(({ field }) => field === 'token')?.value;
        const isRow = typeof row === 'object' && row !== null && !Array.isArray(row);
        return isRow && typeof token === 'string' ? { ...row, token } : row;
      };
    },
  });
}
