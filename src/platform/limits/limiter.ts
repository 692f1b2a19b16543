import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import {
  type AttemptLimit,
  type AttemptName,
  attemptLimits,
  type LimitName,
  type LocalLimitName,
  limits,
  localLimits,
  tooManyAttempts,
  tooManyRequests,
} from './limits.ts';
import { createMarks } from './marks.ts';
import { toLimitKey } from './network-keys.ts';

/** The caller of a use case, as limits need it. */
export interface Caller {
  ipAddress: string;
}

/** The limits that an attempt counts under, each with its key. */
export type AttemptKeys = Partial<Record<AttemptName, string>>;

/** An attempt that counts as failed until it succeeds. */
export interface Attempt {
  succeed(): Promise<void>;
}

export type Limiter = ReturnType<typeof createCountingLimiter>;

/** Allows everything. */
export const unlimited: Limiter = {
  isOn: false,
  count: async () => {},
  take: async () => 0,
  takeHere: () => true,
  readWait: async () => 0,
  countRefused: async () => 0,
  beginAttempt: async () => ({ succeed: async () => {} }),
};

interface LimiterOptions {
  pool: Pool;
  isEnabled: boolean;
  /** Whether no other process uses the database. */
  isAlone: boolean;
}

/** Creates the limiter of the site; with RATE_LIMITS=off, one that counts nothing. */
export const createLimiter = (options: LimiterOptions): Limiter =>
  options.isEnabled ? createCountingLimiter(options) : unlimited;

/** The maximum number of names and keys in memory; the oldest are dropped. */
const maxRemembered = 20_000;

/**
 * Counts uses in the database, across processes; while it is unavailable, in each process's memory.
 * Attempts need the database, like signing in.
 */
function createCountingLimiter({ pool, isAlone }: LimiterOptions) {
  const counters = createCounters(pool);
  const here = new LRUCache<string, { used: number; until: number }>({ max: maxRemembered });
  const remembered = new LRUCache<string, Promise<number>>({ max: maxRemembered });
  const marks = isAlone ? undefined : createMarks(pool, 'counted-once');

  /** Counts one use. Returns 0, or the milliseconds to wait if nothing was left. */
  async function consume(limit: LimitName | AttemptName, key: string): Promise<number> {
    try {
      await counters[limit].consume(key);
      return 0;
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return Math.max(1, rejection.msBeforeNext);
    }
  }

  /** Counts one use unless another process has counted this name. */
  async function consumeUnlessMarked(limit: LimitName, key: string, name: string): Promise<number> {
    const waitMs = await consume(limit, key);
    if (!marks) return waitMs;
    if (waitMs > 0) return (await marks.has(name).catch(() => false)) ? 0 : waitMs;
    const isFirst = await marks.make(name, limits[limit].seconds).catch(() => true);
    if (!isFirst) await counters[limit].reward(key);
    return 0;
  }

  /** Repeats share the result of the first use; a rejection is not remembered. */
  function consumeOnce(limit: LimitName, key: string, once: string): Promise<number> {
    const name = `${limit} ${key} ${once}`;
    const known = remembered.get(name);
    if (known) return known;
    const wait = consumeUnlessMarked(limit, key, name).then((waitMs) => {
      if (waitMs > 0) remembered.delete(name);
      return waitMs;
    });
    remembered.set(name, wait, { ttl: limits[limit].seconds * 1000 });
    return wait;
  }

  /**
   * Counts one use of a key. Uses with the same name (`once`) count once, so a repeat costs
   * nothing. Returns 0, or the milliseconds to wait if nothing was left.
   */
  const take = (limit: LimitName, key: string, once?: string) =>
    once === undefined ? consume(limit, key) : consumeOnce(limit, key, once);

  return {
    /** False when RATE_LIMITS=off. */
    isOn: true as boolean,
    take,
    /** Counts one use in this process alone, synchronously. Returns whether any was left. */
    takeHere(limit: LocalLimitName, key: string): boolean {
      const { most, seconds } = localLimits[limit];
      const name = `${limit} ${key}`;
      const now = performance.now();
      const known = here.get(name);
      const count = known && known.until > now ? known : { used: 0, until: now + seconds * 1000 };
      if (count !== known) here.set(name, count);
      count.used += 1;
      return count.used <= most;
    },
    /** Like `take`, by IP address. Throws `too-many-requests` (429) with Retry-After. */
    async count(limit: LimitName, { ipAddress }: Caller, once?: string): Promise<void> {
      const waitMs = await take(limit, toLimitKey(ipAddress), once);
      if (waitMs > 0) throw tooManyRequests(limit, waitMs);
    },
    /** Returns 0 while something is left, or the milliseconds to wait. Counts nothing. */
    async readWait(limit: LimitName, key: string): Promise<number> {
      const state = await counters[limit].get(key);
      return state && state.remainingPoints <= 0 ? Math.max(1, state.msBeforeNext) : 0;
    },
    /** Returns how many keys are above a limit now, that is, were refused. */
    async countRefused(limit: LimitName): Promise<number> {
      const { rows } = await pool.query<{ refused: number }>(
        `select count(*)::int as refused from rate_limits
         where key like $1 and points > $2 and expire > $3`,
        [`${limit}:%`, limits[limit].most, Date.now()],
      );
      return rows[0]?.refused ?? 0;
    },
    /**
     * Counts an attempt as failed before it is made, so that parallel attempts cannot exceed the
     * limit. Counts nothing if any limit rejects it. Throws `too-many-attempts` (429) with
     * Retry-After.
     */
    async beginAttempt(keys: AttemptKeys): Promise<Attempt> {
      const counted: [AttemptName, string][] = [];
      for (const [name, who] of Object.entries(keys) as [AttemptName, string][]) {
        const key = toAttemptKey(who);
        const waitMs = await consume(name, key);
        if (waitMs > 0) {
          for (const [other, otherKey] of counted) await counters[other].reward(otherKey);
          throw tooManyAttempts(name, waitMs);
        }
        counted.push([name, key]);
      }
      return {
        async succeed() {
          for (const [name, key] of counted) {
            const limit: AttemptLimit = attemptLimits[name];
            if (limit.done === 'forget') await counters[name].delete(key);
            if (limit.done === 'release') await counters[name].reward(key);
          }
        },
      };
    },
  };
}

/** Creates a counter for each limit. Keys above their limit are rejected from memory. */
function createCounters(pool: Pool) {
  const entries = Object.entries({ ...limits, ...attemptLimits }).map(
    ([name, { most, seconds }], index) => {
      const counter = { keyPrefix: name, points: most, duration: seconds };
      const shared = new RateLimiterPostgres({
        ...counter,
        storeClient: pool,
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        // One counter deletes the expired rows of all.
        clearExpiredByTimeout: index === 0,
        inMemoryBlockOnConsumed: most + 1,
        insuranceLimiter: new RateLimiterMemory(counter),
      });
      return [name, shared] as const;
    },
  );
  return Object.fromEntries(entries) as Record<LimitName | AttemptName, RateLimiterPostgres>;
}

/** Hashed, because the table need not identify people. Long enough to avoid collisions. */
const toAttemptKey = (who: string) =>
  createHash('sha256').update(who).digest('base64url').slice(0, 22);
