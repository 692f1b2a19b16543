import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';
import { hashToken } from './secret.ts';

type CreateAdapter = (options: BetterAuthOptions) => DBAdapter;

/**
 * Keeps the hashes of session tokens in the database instead of the tokens, which Better
 * Auth itself cannot do: whoever reads the table, or a backup of it, can enter nothing.
 * Better Auth goes on seeing the tokens, in what it writes and in what it asks for.
 */
export const withHashedSessionTokens =
  (createAdapter: CreateAdapter, secret: string): CreateAdapter =>
  (options) => {
    const adapter = createAdapter(options);
    return {
      ...adapter,
      ...hashing(adapter, secret),
      transaction: (work) =>
        adapter.transaction((inner) => work({ ...inner, ...hashing(inner, secret) })),
    };
  };

/** A query of Better Auth, as far as it matters here. */
interface Query {
  model: string;
  where?: Where[] | undefined;
}

/** The methods that may meet a session's token, with the hash in its place. */
function hashing(adapter: DBTransactionAdapter, secret: string) {
  const hash = (value: unknown) =>
    typeof value === 'string' ? hashToken(secret, 'session', value) : value;
  const hashClause = (clause: Where): Where =>
    clause.field === 'token'
      ? Object.assign({}, clause, {
          value: Array.isArray(clause.value) ? clause.value.map(hash) : hash(clause.value),
        })
      : clause;
  const hashRow = <Row extends object>(row: Row): Row =>
    'token' in row ? { ...row, token: hash(row.token) } : row;
  const hashWhere = <Asked extends Query>(query: Asked): Asked =>
    query.model === 'session' && query.where
      ? { ...query, where: query.where.map(hashClause) }
      : query;

  /** Gives a session's row the token back that it was made or asked for with. */
  function reveal<Row>({ model }: Query, row: Row, token: unknown): Row {
    const isRevealed = model === 'session' && row && typeof token === 'string';
    return isRevealed ? { ...row, token } : row;
  }
  const findAsked = ({ where = [] }: Query) => where.find(({ field }) => field === 'token')?.value;

  const methods: Omit<DBTransactionAdapter, 'id' | 'options' | 'createSchema'> = {
    async create(query) {
      const stored = query.model === 'session' ? { ...query, data: hashRow(query.data) } : query;
      return reveal(query, await adapter.create(stored), Reflect.get(query.data, 'token'));
    },
    async findOne(query) {
      return reveal(query, await adapter.findOne(hashWhere(query)), findAsked(query));
    },
    async update(query) {
      return reveal(query, await adapter.update(hashWhere(query)), findAsked(query));
    },
    async consumeOne(query) {
      return reveal(query, await adapter.consumeOne(hashWhere(query)), findAsked(query));
    },
    async incrementOne(query) {
      return reveal(query, await adapter.incrementOne(hashWhere(query)), findAsked(query));
    },
    findMany: (query) => adapter.findMany(hashWhere(query)),
    updateMany: (query) => adapter.updateMany(hashWhere(query)),
    delete: (query) => adapter.delete(hashWhere(query)),
    deleteMany: (query) => adapter.deleteMany(hashWhere(query)),
    count: (query) => adapter.count(hashWhere(query)),
  };
  return methods;
}
