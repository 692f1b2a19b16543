import type { BetterAuthOptions, DBTransactionAdapter, Where } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { account, jwks, session, user, verification } from '#server/db/account-schema.ts';
import type { Database } from '#server/db/executor.ts';
import { hashToken } from './secret.ts';

/** What Better Auth asks of its database, as far as it matters here. */
interface Query {
  model: string;
  where?: Where[];
  data?: Record<string, unknown>;
}

/**
 * Returns Better Auth's way to our tables, which keeps hashes of session tokens, while Better Auth
 * sees the tokens: whoever reads the table, or a backup of it, can enter nothing.
 */
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
        // A row that was made or asked for by its token has that token for Better Auth.
        const token = data?.token ?? where?.find(({ field }) => field === 'token')?.value;
        const isRow = typeof row === 'object' && row !== null && !Array.isArray(row);
        return isRow && typeof token === 'string' ? { ...row, token } : row;
      };
    },
  });
}
