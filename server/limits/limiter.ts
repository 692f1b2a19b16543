import type { Pool, QueryConfig, QueryResult } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Visitor } from '#server/auth/visitor.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import { toLimitKey } from '#server/http/client-address.ts';
import { type LimitName, limits, tooManyRequests } from './limits.ts';

/** Whoever calls a use case, as far as limits care. */
export type Caller = Pick<Visitor, 'address'>;

/** Counts what the limits allow. */
export interface Limiter {
  /** False when RATE_LIMITS=off: nothing is counted, and whatever has a limit goes without. */
  isOn: boolean;
  /**
   * Counts one use by a network address. Uses of one name (`once`) count as one, so that a
   * repeat costs nothing. Throws `too-many-requests` (429) with Retry-After.
   */
  count(limit: LimitName, caller: Caller, once?: string): Promise<void>;
  /** The same for any key. Returns 0, or, where nothing was left, the milliseconds to wait. */
  take(limit: LimitName, key: string, once?: string): Promise<number>;
  /** Returns 0 while something is left, or the milliseconds to wait. Counts nothing. */
  readWait(limit: LimitName, key: string): Promise<number>;
}

/** Lets everybody do everything. */
export const unlimited: Limiter = {
  isOn: false,
  count: async () => {},
  take: async () => 0,
  readWait: async () => 0,
};

interface LimiterOptions {
  pool: Pool;
  circuit: DatabaseCircuit;
  /** False when RATE_LIMITS=off. */
  isEnabled: boolean;
}

/** How long a count may take before this process counts by itself, in milliseconds. */
const countTimeoutMs = 2_000;

/**
 * Asks nothing while the database is known to be away. A count that takes long opens no
 * circuit: in a flood it waits its turn, and the flood must not turn everybody else away.
 */
async function queryInTime(
  { pool, circuit }: Pick<LimiterOptions, 'pool' | 'circuit'>,
  query: QueryConfig,
): Promise<QueryResult> {
  if (circuit.isOpen()) throw new Error('The database did not answer a moment ago');
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('A count took too long')), countTimeoutMs);
  return Promise.race([pool.query(query), late]).finally(() => clearTimeout(timer));
}

/** So many names of uses are remembered at most; the oldest go first. */
const mostRemembered = 10_000;

/**
 * Counts in the database, so that a limit holds over all processes and restarts, and in this
 * process's memory while the database does not answer.
 */
export function createLimiter({ pool, circuit, isEnabled }: LimiterOptions): Limiter {
  if (!isEnabled) return unlimited;
  const store = { query: (query: QueryConfig) => queryInTime({ pool, circuit }, query) };
  const names = Object.keys(limits) as LimitName[];
  const counters = new Map(
    names.map((name, index) => {
      const { most, seconds } = limits[name];
      const counter = { keyPrefix: name, points: most, duration: seconds };
      return [
        name,
        new RateLimiterPostgres({
          ...counter,
          storeClient: store,
          storeType: 'client',
          tableName: 'rate_limits',
          tableCreated: true,
          // One of them sweeps the expired rows of all.
          clearExpiredByTimeout: index === 0,
          insuranceLimiter: new RateLimiterMemory(counter),
        }),
      ] as const;
    }),
  );
  const counterOf = (name: LimitName) => {
    const counter = counters.get(name);
    if (!counter) throw new Error(`There is no limit ${name}`);
    return counter;
  };
  const remembered = new Map<string, { until: number; wait: Promise<number> }>();

  async function consume(limit: LimitName, key: string): Promise<number> {
    try {
      await counterOf(limit).consume(key);
      return 0;
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return Math.max(1, rejection.msBeforeNext);
      throw rejection;
    }
  }

  /** Whoever comes with the same name meanwhile shares the outcome; a refusal is forgotten. */
  function consumeOnce(limit: LimitName, key: string, once: string): Promise<number> {
    const name = `${limit} ${key} ${once}`;
    const known = remembered.get(name);
    if (known && known.until > Date.now()) return known.wait;
    const forget = () => remembered.delete(name);
    const wait = consume(limit, key).then(
      (waitMs) => {
        if (waitMs > 0) forget();
        return waitMs;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    remembered.delete(name);
    remembered.set(name, { until: Date.now() + limits[limit].seconds * 1000, wait });
    for (const [oldest, { until }] of remembered) {
      if (until > Date.now() && remembered.size <= mostRemembered) break;
      remembered.delete(oldest);
    }
    return wait;
  }

  const take: Limiter['take'] = (limit, key, once) =>
    once === undefined ? consume(limit, key) : consumeOnce(limit, key, once);

  return {
    isOn: true,
    take,
    async count(limit, { address }, once) {
      const waitMs = await take(limit, toLimitKey(address), once);
      if (waitMs > 0) throw tooManyRequests(limit, waitMs);
    },
    async readWait(limit, key) {
      const state = await counterOf(limit).get(key);
      return state && state.remainingPoints <= 0 ? Math.max(1, state.msBeforeNext) : 0;
    },
  };
}
