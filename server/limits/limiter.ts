import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Database } from '#server/db/executor.ts';
import { deleteAttempts, releaseAttempt, reserveAttempts } from '#server/db/queries/attempts.ts';
import { createCountHere } from './count-here.ts';
import {
  type AttemptLimit,
  type AttemptName,
  attemptLimits,
  type LimitHere,
  type LimitName,
  limits,
  limitsHere,
  tooManyAttempts,
  tooManyRequests,
} from './limits.ts';
import { createMarks } from './marks.ts';
import { toLimitKey } from './network-keys.ts';

/** Whoever calls a use case, as far as limits care. */
export type Caller = Pick<Visitor, 'ipAddress'>;

/** Under which limits a try counts, and whose it is under each. */
export type AttemptKeys = Partial<Record<AttemptName, string>>;

/** A try that counts as failed until it has succeeded. */
export interface Attempt {
  succeed(): Promise<void>;
}

/** Counts what the limits allow. */
export type Limiter = ReturnType<typeof createCountingLimiter>;

/** Lets everybody do everything. */
export const unlimited: Limiter = {
  isOn: false,
  count: async () => {},
  take: async () => 0,
  takeHere: () => true,
  readWait: async () => 0,
  beginAttempt: async () => ({ succeed: async () => {} }),
};

interface LimiterOptions {
  db: Database;
  pool: Pool;
  isEnabled: boolean;
  /** Whether no other process works on the database: then what is counted once is this one's to know. */
  isAlone: boolean;
}

/** Makes the limiter of the site; with RATE_LIMITS=off, one that counts nothing. */
export const createLimiter = (options: LimiterOptions): Limiter =>
  options.isEnabled ? createCountingLimiter(options) : unlimited;

/** So many names of uses are remembered at most; the oldest go first. */
const mostRemembered = 10_000;

/**
 * Counts uses in this process's memory, which holds while the database is away, then in the
 * database, over all processes. Attempts count there alone: without it nobody signs in.
 */
function createCountingLimiter({ db, pool, isAlone }: LimiterOptions) {
  const entries = Object.entries(limits).map(([name, { most, seconds }], index) => {
    const counter = { keyPrefix: name, points: most, duration: seconds };
    const shared = new RateLimiterPostgres({
      ...{ ...counter, storeClient: pool, storeType: 'client' },
      ...{ tableName: 'rate_limits', tableCreated: true },
      // One of them sweeps the expired rows of all.
      clearExpiredByTimeout: index === 0,
    });
    return [name, { own: new RateLimiterMemory(counter), shared }] as const;
  });
  const counters = Object.fromEntries(entries) as Record<LimitName, (typeof entries)[0][1]>;
  const countHere = {
    'count-page': createCountHere(limitsHere['count-page']),
    'count-page-of-network': createCountHere(limitsHere['count-page-of-network']),
  };
  const remembered = new Map<string, { until: number; wait: Promise<number> }>();
  const marks = isAlone ? undefined : createMarks(pool, 'counted-once');

  async function consume(limit: LimitName, key: string): Promise<number> {
    const { own, shared } = counters[limit];
    const refused = await readRefusal(own.consume(key));
    if (refused > 0) return refused;
    try {
      const refusedByAll = await readRefusal(shared.consume(key));
      // Nothing was used: what this process has counted must not outlast what all have.
      if (refusedByAll > 0) await own.reward(key);
      return refusedByAll;
    } catch {
      // The database does not answer: the use has been counted here.
      return 0;
    }
  }

  /** What cannot be given back now stays used, until its time is over. */
  async function giveBack(limit: LimitName, key: string): Promise<void> {
    const { own, shared } = counters[limit];
    await Promise.all([own.reward(key), shared.reward(key)]).catch(() => {});
  }

  /** The same unless another process has counted a use of this name. Noted is only what was counted. */
  async function consumeUnlessMarked(limit: LimitName, key: string, name: string): Promise<number> {
    const waitMs = await consume(limit, key);
    if (!marks) return waitMs;
    if (waitMs > 0) return (await marks.has(name).catch(() => false)) ? 0 : waitMs;
    const isFirst = await marks.make(name, limits[limit].seconds).catch(() => true);
    if (!isFirst) await giveBack(limit, key);
    return 0;
  }

  /** Whoever comes with the same name meanwhile shares the outcome; a refusal is forgotten. */
  function consumeOnce(limit: LimitName, key: string, once: string): Promise<number> {
    const name = `${limit} ${key} ${once}`;
    const known = remembered.get(name);
    if (known && known.until > Date.now()) return known.wait;
    const wait = consumeUnlessMarked(limit, key, name).then((waitMs) => {
      if (waitMs > 0) remembered.delete(name);
      return waitMs;
    });
    remembered.delete(name);
    remembered.set(name, { until: Date.now() + limits[limit].seconds * 1000, wait });
    for (const [oldest, { until }] of remembered) {
      if (until > Date.now() && remembered.size <= mostRemembered) break;
      remembered.delete(oldest);
    }
    return wait;
  }

  /**
   * Counts one use under a key. Uses of one name (`once`) count as one: a repeat costs nothing.
   * Returns 0, or, where nothing was left, the milliseconds to wait.
   */
  const take = (limit: LimitName, key: string, once?: string) =>
    once === undefined ? consume(limit, key) : consumeOnce(limit, key, once);

  return {
    /** False when RATE_LIMITS=off: nothing is counted, and whatever has a limit goes without. */
    isOn: true as boolean,
    take,
    /** Counts one use in this process alone, with no call of the database. Returns whether it was left. */
    takeHere: (limit: LimitHere, key: string): boolean => countHere[limit](key),
    /** As `take`, by an IP address. Throws `too-many-requests` (429) with Retry-After. */
    async count(limit: LimitName, { ipAddress }: Caller, once?: string): Promise<void> {
      const waitMs = await take(limit, toLimitKey(ipAddress), once);
      if (waitMs > 0) throw tooManyRequests(limit, waitMs);
    },
    /** Returns 0 while something is left, or the milliseconds to wait. Counts nothing. */
    async readWait(limit: LimitName, key: string): Promise<number> {
      const { own, shared } = counters[limit];
      const states = await Promise.all([own.get(key), shared.get(key).catch(() => null)]);
      const waits = states.map((state) =>
        state && (state.remainingPoints ?? 0) <= 0 ? Math.max(1, state.msBeforeNext ?? 0) : 0,
      );
      return Math.max(...waits);
    },
    /**
     * Counts a try as failed before it is made, so that tries side by side cannot outrun the count,
     * and only where no limit refuses. Throws `too-many-attempts` (429) with Retry-After.
     */
    async beginAttempt(keys: AttemptKeys): Promise<Attempt> {
      const counted = (Object.entries(keys) as [AttemptName, string][]).map(([name, who]) => {
        const limit: AttemptLimit = attemptLimits[name];
        return { ...limit, key: toAttemptKey(name, who) };
      });
      await db.transaction(async (transaction) => {
        const refusals = await reserveAttempts(transaction, counted);
        if (refusals.length === 0) return;
        const names = refusals.map(({ key }) => key.slice(0, key.lastIndexOf(':')));
        // Thrown out of the transaction: what was counted under the other limits is undone.
        throw tooManyAttempts(names, Math.max(...refusals.map((refusal) => refusal.waitSeconds)));
      });
      return {
        async succeed() {
          for (const { key, done } of counted) {
            if (done === 'forget') await deleteAttempts(db, key);
            if (done === 'release') await releaseAttempt(db, key);
          }
        },
      };
    },
  };
}

/** Long enough never to collide; the table of counters need not know who tries. */
const toAttemptKey = (name: AttemptName, who: string) =>
  `${name}:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;

/** Returns 0 for a use that was counted, or the milliseconds to wait. Throws what the store throws. */
async function readRefusal(consuming: Promise<unknown>): Promise<number> {
  try {
    await consuming;
    return 0;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return Math.max(1, rejection.msBeforeNext);
    throw rejection;
  }
}
