import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Names that all processes share for a while. */
export type Marks = ReturnType<typeof createMarks>;

/** Stores names for one purpose in the table of the rate limits. */
export function createMarks(pool: Pool, purpose: string) {
  const counter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: purpose,
    points: 1,
    duration: 1,
  });
  return {
    /**
     * Stores a name for some seconds. Returns false if it exists. Throws if the database is
     * unavailable.
     */
    async make(name: string, seconds: number): Promise<boolean> {
      try {
        await counter.consume(toKey(name), 1, { customDuration: seconds });
        return true;
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return false;
        throw rejection;
      }
    },
    /** Returns whether a name exists. Throws if the database is unavailable. */
    has: async (name: string): Promise<boolean> => (await counter.get(toKey(name))) !== null,
  };
}

/** Hashed, because names contain addresses and ids. */
const toKey = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22);
