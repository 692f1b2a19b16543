import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Names that every process knows for a while, whichever has noted them. */
export type Marks = ReturnType<typeof createMarks>;

/** Keeps names of one purpose beside the counters of the limits. Asks nothing of the database yet. */
export function createMarks(pool: Pool, purpose: string) {
  const counter = new RateLimiterPostgres({
    ...{ storeClient: pool, storeType: 'client', tableName: 'rate_limits', tableCreated: true },
    ...{ keyPrefix: purpose, points: 1, duration: 1 },
  });
  return {
    /** Notes a name for so many seconds. Returns false, and changes nothing, where it is noted already. Throws when the database is away. */
    async make(name: string, seconds: number): Promise<boolean> {
      try {
        await counter.consume(toKey(name), 1, { customDuration: seconds });
        return true;
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return false;
        throw rejection;
      }
    },
    /** Returns whether a name is noted. Throws when the database is away. */
    has: async (name: string): Promise<boolean> => (await counter.get(toKey(name))) !== null,
  };
}

/** Names hold addresses and ids, which the table need not know. */
const toKey = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22);
