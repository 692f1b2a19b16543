import type { MiddlewareHandler } from 'hono';
import type { Pool, QueryConfig } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import { AppError } from '#server/errors.ts';
import { toLimitKey } from './client-address.ts';
import type { HttpEnv } from './env.ts';

/**
 * How often a public form may be sent: so many times (`points`) in so many seconds, for each
 * address. What the accounts count is in services/accounts/attempts.ts.
 */
const limits = {
  /** A form may be corrected and sent again; an office or a mobile network shares an address. */
  'submit-lead': { points: 30, seconds: 600 },
  /** As above, and more generous: a slot that is taken costs a try without fault of the visitor's. */
  'submit-booking': { points: 300, seconds: 600 },
  /** Called once more for each form that was sent, as its notification. */
  'contact-php': { points: 60, seconds: 600 },
} as const;

export type RateLimitName = keyof typeof limits;

/** Counts one attempt of somebody, by an address or by any other name. Throws 429 with Retry-After. */
export type CountAttempt = (name: RateLimitName, who: string) => Promise<void>;

/** Makes the middleware that holds a route to its limit for each address. */
export type RateLimits = (name: RateLimitName) => MiddlewareHandler<HttpEnv>;

interface RateLimitOptions {
  pool: Pool;
  circuit: DatabaseCircuit;
  /** False when RATE_LIMITS=off. */
  isEnabled: boolean;
}

/** How long a count may take before this process counts by itself, in milliseconds. */
const countTimeoutMs = 500;

/**
 * Counts in the database, so that a limit holds over all processes, and in this process's
 * memory while the database does not answer.
 */
export function createCounter({ pool, circuit, isEnabled }: RateLimitOptions): CountAttempt {
  if (!isEnabled) return async () => {};

  const store = {
    query: (query: QueryConfig) => circuit.run(() => pool.query(query), countTimeoutMs),
  };

  const createLimiter = (name: RateLimitName) => {
    const { points, seconds } = limits[name];
    const counter = { keyPrefix: name, points, duration: seconds };
    return new RateLimiterPostgres({
      ...counter,
      storeClient: store,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      // One limiter sweeps the expired rows of all.
      clearExpiredByTimeout: name === 'submit-lead',
      insuranceLimiter: new RateLimiterMemory(counter),
    });
  };
  const names = Object.keys(limits) as RateLimitName[];
  const limiters = new Map(names.map((name) => [name, createLimiter(name)]));

  return async (name, who) => {
    try {
      await limiters.get(name)?.consume(toLimitKey(who));
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) throw tooManyRequests(name, rejection.msBeforeNext);
      throw rejection;
    }
  };
}

/** Holds routes to their limits. Throws 429 with Retry-After. */
export const createRateLimits =
  (count: CountAttempt): RateLimits =>
  (name) =>
  async (c, next) => {
    await count(name, c.var.clientAddress);
    await next();
  };

const tooManyRequests = (name: RateLimitName, waitMs: number) =>
  new AppError({
    code: 'too-many-requests',
    status: 429,
    message: `Over the limit ${name}`,
    userMessage: 'That was a lot at once. Please wait a few minutes and try again.',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
